import type { StaticVectors } from '../tags/static-vectors.ts'
import type { Policy } from './policy.ts'
import type { FoldState } from './state.ts'
import type { CountTokens, Transcript } from './transcript.ts'

/** The input of every step of the fold: the messages, the earlier decisions, and the policy. */
export interface Source {
  readonly transcript: Transcript
  /** Long work on a shared state replaces it with a copy (`workOnCopy`). */
  state: FoldState
  /** The state that other requests may use too. Undefined if none may. */
  readonly shared?: FoldState | undefined
  readonly policy: Policy
  readonly count: CountTokens
  /** The table of word vectors, if one is available. It stays the same for the whole life of a session. */
  readonly vectors?: StaticVectors | undefined
}

/** The combined meaning of texts. Empty without a table. */
export function meaningOf({ vectors }: Source, texts: readonly string[]): Int8Array {
  if (!vectors) return NO_MEANING
  const text = texts.join('\n')
  if (latest?.vectors === vectors && latest.text === text) return latest.meaning
  const meaning = vectors.embed(text)
  latest = text.length <= LONGEST_KEPT ? { vectors, text, meaning } : undefined
  return meaning
}

/** Forgets the latest text and its meaning. */
export function forgetLatestMeaning(): void {
  latest = undefined
}

/**
 * Longest text whose meaning is kept, in UTF-16 units. A request needs the meaning of its newest message, and the next
 * request needs it again.
 */
const LONGEST_KEPT = 16_000
let latest: { readonly vectors: StaticVectors; readonly text: string; readonly meaning: Int8Array } | undefined

const NO_MEANING = new Int8Array(0)
