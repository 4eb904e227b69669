import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Usage } from '@pleat/core'
import { z } from 'zod'

/** A stored answer of a model. */
export interface KeptAnswer {
  readonly text: string
  /** Undefined if the response has none. */
  readonly usage: Usage | undefined
}

const COUNT = z.number().min(0)
const LINE = z.object({
  key: z.string(),
  text: z.string(),
  usage: z.object({ inputTokens: COUNT, cachedTokens: COUNT, cacheWriteTokens: COUNT, outputTokens: COUNT }).optional(),
})

/**
 * Stores answers, one JSON object per line. Each is written as soon as it arrives, so that an interrupted run can resume. The
 * file contains text of conversations, and only its owner may read it.
 */
export class AnswersFile {
  readonly #path: string
  readonly #known: ReadonlyMap<string, KeptAnswer>
  readonly #added = new Map<string, KeptAnswer>()

  constructor(path: string) {
    this.#path = path
    this.#known = new Map(existsSync(path) ? readLines(path) : [])
  }

  find(key: string): KeptAnswer | undefined {
    return this.#added.get(key) ?? this.#known.get(key)
  }

  add(key: string, { text, usage }: KeptAnswer): void {
    // The line break comes first, because a killed process may have cut off the last line.
    appendFileSync(this.#path, `\n${JSON.stringify({ key, text, usage })}`, { mode: 0o600 })
    this.#added.set(key, { text, usage })
  }
}

function readLines(path: string): [string, KeptAnswer][] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const parsed = LINE.safeParse(parse(line))
      return parsed.success ? [[parsed.data.key, { text: parsed.data.text, usage: parsed.data.usage }]] : []
    })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
