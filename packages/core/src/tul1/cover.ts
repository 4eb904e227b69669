import { bestFirst } from '../best-first.ts'
import type { PassageKind } from './passage-kind.ts'

/** A sentence as far as it can help to cover what its message says. */
interface CoverSentence {
  readonly kind: PassageKind
  readonly terms: Int32Array
  readonly abridgedTokens: number
}

/** What a message says, in few of its sentences: of its prose alone, or of its code, tables and logs as well. */
export type CoverScope = 'prose' | 'everything'

/** Share of a message's distinct terms from which on its sentences stand for it. */
const COVERED = 0.83

/**
 * The fewest sentences, by tokens, that together hold most of the distinct terms of a message: greedily those with the most
 * new terms per token. By index, in order.
 */
export function coverOf(sentences: readonly CoverSentence[], scope: CoverScope): readonly number[] {
  const candidates: number[] = []
  const all = new Set<number>()
  sentences.forEach(({ kind, terms }, i) => {
    if (!terms.length || (scope === 'prose' && kind !== 'prose')) return
    candidates.push(i)
    for (const term of terms) all.add(term)
  })
  const wanted = Math.ceil(COVERED * all.size)
  const held = new Set<number>()
  const gainOf = (i: number): number => {
    const { terms, abridgedTokens } = sentences[i]!
    let added = 0
    for (const term of terms) if (!held.has(term)) added++
    return added / (abridgedTokens + 1)
  }
  const taken: number[] = []
  for (const { item } of bestFirst({ count: candidates.length, gainOf: (item) => gainOf(candidates[item]!) })) {
    if (held.size >= wanted) break
    taken.push(candidates[item]!)
    for (const term of sentences[candidates[item]!]!.terms) held.add(term)
  }
  return taken.sort((a, b) => a - b)
}
