import { coverTerms } from '../select.ts'
import type { PassageKind } from './passage-kind.ts'

/** A sentence as far as it can help to cover what its message says. */
interface CoverSentence {
  readonly kind: PassageKind
  readonly terms: Int32Array
  readonly abridgedTokens: number
}

/** Few sentences that cover the terms of a message: of its prose alone, or of its code, tables and logs as well. */
export type CoverScope = 'prose' | 'everything'

/** Share of a message's distinct terms from which on its sentences stand for it. */
const COVERED = 0.83

/** The fewest sentences, by tokens, that together hold most of the distinct terms of a message. By index, in order. */
export function coverOf(sentences: readonly CoverSentence[], scope: CoverScope): readonly number[] {
  const places = [...sentences.keys()].filter((i) => scope === 'everything' || sentences[i]!.kind === 'prose')
  const parts = places.map((i) => ({ terms: sentences[i]!.terms, cost: sentences[i]!.abridgedTokens + 1 }))
  return coverTerms(parts, { share: COVERED }).map((item) => places[item]!)
}
