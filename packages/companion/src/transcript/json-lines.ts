import { isObject, type JsonObject } from './json-value.ts'

/**
 * The objects of a file with one on each line. Lines that are none are left out: such files are written while they
 * are read, so the last line may be half there.
 */
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
