import { information } from '../../words/information.ts'
import { artifactSigns } from '../active-artifact.ts'
import { startOf, termsAt } from '../recall/term-arena.ts'
import type { Source } from '../source.ts'
import { type FoldState, frequenciesOf } from '../state.ts'

/**
 * The pinned documents from which the conversation has moved on: it has had other subjects for a while, or the user is a
 * terminal.
 */
export function staleDocuments(source: Source): readonly number[] {
  const { state, policy } = source
  if (!state.documents.length) return []
  if (artifactSigns(source).isTerminalSession) return state.documents
  const asked = questionsAmong(state, policy.pins.stale.most)
  return state.documents.filter((document) => isStale(source, document, asked))
}

/** The user's newest answered messages, newest first. */
function questionsAmong({ roles, keys, systemEnd }: FoldState, most: number): number[] {
  const found: number[] = []
  for (let index = keys.length - 2; index >= systemEnd && found.length < most; index--) {
    if (roles[index] === 'user' && roles[index + 1] === 'assistant') found.push(index)
  }
  return found
}

function isStale({ state, policy }: Source, document: number, asked: readonly number[]): boolean {
  const { least, most, tokens, leastAbout, leastShare, terms } = policy.pins.stale
  const wanted = Math.max(least, Math.min(most, tokens / state.tokens[document]!))
  const later = asked.slice(0, Math.ceil(wanted)).filter((index) => index > document)
  if (later.length < wanted) return false
  const heaviest = heaviestTerms(state, document, terms)
  return later.filter((index) => shareIn(heaviest, state, index) >= leastShare).length < leastAbout
}

/** The heaviest terms of a document; repeated terms come first, since a letter says most things once. */
function heaviestTerms(state: FoldState, document: number, most: number): ReadonlySet<number> {
  const frequencies = frequenciesOf(state)
  const start = startOf(state.terms, document)
  const weighted = [...termsAt(state.terms, document)].map((term, place) => {
    const count = state.terms.counts[start + place]!
    return { term, isRepeated: count > 1, weight: count * information(term, frequencies) }
  })
  weighted.sort((a, b) => +b.isRepeated - +a.isRepeated || b.weight - a.weight || a.term - b.term)
  return new Set(weighted.slice(0, most).map(({ term }) => term))
}

/** Share of the information of a question and its answer that these terms contain. */
function shareIn(terms: ReadonlySet<number>, state: FoldState, question: number): number {
  const frequencies = frequenciesOf(state)
  let all = 0
  let shared = 0
  for (const term of new Set([...termsAt(state.terms, question), ...termsAt(state.terms, question + 1)])) {
    const weight = information(term, frequencies)
    all += weight
    if (terms.has(term)) shared += weight
  }
  return all ? shared / all : 0
}
