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

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
