/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True if a JSON value is an object, and neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is a string; undefined for everything else. */
export function stringAt(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined
  return typeof member === 'string' ? member : undefined
}

/** A member that is an object; an empty one for everything else. */
export function objectAt(value: unknown, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined
  return isObject(member) ? member : {}
}

/** A member that is a list; an empty one for everything else. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const member = isObject(value) ? value[name] : undefined
  return Array.isArray(member) ? member : []
}
