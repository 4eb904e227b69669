import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Talk, talkSchema } from './talk.ts'

const FOLDER = join(import.meta.dirname, 'talks')

/**
 * All talks of the folder, file by file.
 * @throws {Error} that names the file and the line of a talk that breaks the format, or an id that occurs twice.
 */
export function loadTalks(folder: string = FOLDER): readonly Talk[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  const talks = files.flatMap((name) => parseTalks(readFileSync(join(folder, name), 'utf8'), name))
  const known = new Set<string>()
  for (const { id } of talks) {
    if (known.has(id)) throw new Error(`The id "${id}" occurs twice.`)
    known.add(id)
  }
  return talks
}

/** The talks of one file, one per line. */
export function parseTalks(content: string, name: string): readonly Talk[] {
  return content.split('\n').flatMap((line, index) => (line.trim() ? [parseTalk(line, `${name}:${index + 1}`)] : []))
}

function parseTalk(line: string, place: string): Talk {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`)
  }
  const parsed = talkSchema.safeParse(value)
  if (!parsed.success) throw new Error(`${place}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
