import type { StaticVectors } from '../tags/static-vectors.ts'
import type { Policy } from './policy.ts'
import type { FoldState } from './state.ts'
import type { CountTokens, Transcript } from './transcript.ts'

/** What every step of the fold works on: the messages, what was decided so far, and by which numbers. */
export interface Source {
  readonly transcript: Transcript
  readonly state: FoldState
  readonly policy: Policy
  readonly count: CountTokens
  /** Meaning of texts, where a table is at hand. The same for the whole life of a session. */
  readonly vectors?: StaticVectors | undefined
}

/** What texts mean together; empty where no table is at hand. */
export function meaningOf({ vectors }: Source, texts: readonly string[]): Int8Array {
  if (!vectors) return NO_MEANING
  const text = texts.join('\n')
  if (latest?.vectors === vectors && latest.text === text) return latest.meaning
  const meaning = vectors.embed(text)
  latest = text.length <= LONGEST_KEPT ? { vectors, text, meaning } : undefined
  return meaning
}

/** A request asks for the meaning of its newest message, which is the next one that the history takes in. UTF-16 units. */
const LONGEST_KEPT = 16_000
let latest: { readonly vectors: StaticVectors; readonly text: string; readonly meaning: Int8Array } | undefined

const NO_MEANING = new Int8Array(0)
