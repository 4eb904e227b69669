import { isObject, type JsonObject } from './json-value.ts'

/** The objects of a JSON Lines file. Invalid lines are left out: an agent may still be writing the last one. */
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
