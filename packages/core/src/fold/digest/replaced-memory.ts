import type { Corrections } from '../../tags/corrections.ts'

/** A sentence, by its message and its number among what was said in that message. */
export interface Place {
  readonly message: number
  readonly fragment: number
}

/** A value that was said and later replaced: "actually Friday, not Wednesday". */
export interface Replaced {
  readonly old: Place & { readonly text: string }
  readonly now: Place & { readonly text: string }
}

/** What corrections are found with, and those found so far, oldest first. */
export interface ReplacedMemory {
  claims: Corrections['claims']
  /** Sentences looked at so far. */
  sentences: number
  /** Number of the first sentence of each message. */
  readonly starts: number[]
  readonly found: Replaced[]
}

export function createReplacedMemory(): ReplacedMemory {
  return { claims: [], sentences: 0, starts: [], found: [] }
}
