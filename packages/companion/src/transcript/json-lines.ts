import { isObject, type JsonObject } from './json-value.ts'

/** The objects of a JSON Lines file. Invalid lines are left out, because the last line may still be being written. */
export function readJsonLines(text: string): JsonObject[] {
  const objects: JsonObject[] = []
  for (const line of text.split('\n')) {
    if (!line.trim()) continue
    try {
      const value: unknown = JSON.parse(line)
      if (isObject(value)) objects.push(value)
    } catch {}
  }
  return objects
}
