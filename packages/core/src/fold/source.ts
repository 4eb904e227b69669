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
  return vectors ? vectors.embed(texts.join('\n')) : NO_MEANING
}

const NO_MEANING = new Int8Array(0)
