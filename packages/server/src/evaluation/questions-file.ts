import { z } from 'zod'
import type { Fact } from './eval-point.ts'

/** A question of the user that is asked at the end of a transcript. */
export interface WrittenQuestion {
  /** The transcript's file name, or its path if the name is ambiguous; undefined: every transcript. */
  readonly transcript: string | undefined
  readonly ask: string
  readonly facts: readonly Fact[]
}

const WORDING = z.string().min(1)

const LINE = z.strictObject({
  transcript: z.string().min(1).optional(),
  ask: z.string().min(1),
  facts: z.array(z.union([WORDING, z.array(WORDING).min(1)])).default([]),
})

/**
 * Reads questions, one JSON object per line: `{"ask": "...", "facts": ["4821", ["17 October", "October 17"]]}`.
 * @throws {Error} that names the invalid line without quoting it.
 */
export function readQuestions(text: string): readonly WrittenQuestion[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]))
}

function readLine(line: string, number: number): WrittenQuestion {
  const parsed = LINE.safeParse(parse(line))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(
      `line ${number} of the questions must be like {"ask": "...", "facts": ["..."]}: ${issue!.path.join('.')} ${issue!.message}`,
    )
  }
  const { transcript, ask, facts } = parsed.data
  return { transcript, ask, facts: facts.map((fact) => (typeof fact === 'string' ? [fact] : fact)) }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
