/** Members of a JSON object by their names. */
export type Fields = Readonly<Record<string, unknown>>

/** The value of a JSON text. Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for a value other than undefined, null and an empty list. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

/** A count in JSON. Undefined for anything else than a whole number above 0. */
export function countIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}

/** True for an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isFields(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value)
}
