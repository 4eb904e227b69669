import { coverTerms } from '../select.ts'
import type { PassageKind } from './passage-kind.ts'

/** The properties of a sentence that the cover of its message needs. */
interface CoverSentence {
  readonly kind: PassageKind
  readonly terms: Int32Array
  readonly abridgedTokens: number
}

/** Few sentences that cover the terms of a message: of its prose alone, or including its code, tables and logs. */
export type CoverScope = 'prose' | 'everything'

/** Least share of a message's distinct terms that its cover contains. */
const COVERED = 0.83

/** The cheapest sentences, by tokens, that together contain most of the distinct terms of a message. By index, in order. */
export function coverOf(sentences: readonly CoverSentence[], scope: CoverScope): readonly number[] {
  const places = [...sentences.keys()].filter((i) => scope === 'everything' || sentences[i]!.kind === 'prose')
  const parts = places.map((i) => ({ terms: sentences[i]!.terms, cost: sentences[i]!.abridgedTokens + 1 }))
  return coverTerms(parts, { share: COVERED }).map((item) => places[item]!)
}
