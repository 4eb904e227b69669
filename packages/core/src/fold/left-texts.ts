import { information } from '../words/information.ts'
import { startOf, termsAt } from './recall/term-arena.ts'
import type { Source } from './source.ts'
import { type FoldState, frequenciesOf } from './state.ts'
import { isShell } from './work-in-hand.ts'

/**
 * The subject has changed when of so many last exchanges fewer than two are about the text: the fewer the longer it is, since
 * each costs its length.
 */
const EXCHANGES = { least: 4, most: 16, tokens: 2000 }
const LEAST_ABOUT_IT = 2
/** A text is told by so many words, those first that it has more than once, and an exchange about it has this share of its information in them. */
const TELLING_WORDS = 40
const LEAST_ABOUT = 0.025

/**
 * The texts the user handed over that the conversation has left: it speaks of other things for a while, or it is no person
 * who speaks. Where a cached price is paid they cost little, and to move what comes after them costs more.
 */
export function textsLeft(source: Source): readonly number[] {
  const { state, policy } = source
  if (!state.handedOver.length || policy.objective === 'cost') return []
  if (isShell(source)) return state.handedOver
  const asked = questionsAmong(state)
  return state.handedOver.filter((text) => isLeft(state, text, asked))
}

/** The user's newest messages that were answered, newest first. */
function questionsAmong({ roles, keys, lead }: FoldState): number[] {
  const found: number[] = []
  for (let index = keys.length - 2; index >= lead && found.length < EXCHANGES.most; index--) {
    if (roles[index] === 'user' && roles[index + 1] === 'assistant') found.push(index)
  }
  return found
}

function isLeft(state: FoldState, text: number, asked: readonly number[]): boolean {
  const wanted = Math.max(EXCHANGES.least, Math.min(EXCHANGES.most, EXCHANGES.tokens / state.tokens[text]!))
  const later = asked.slice(0, Math.ceil(wanted)).filter((index) => index > text)
  if (later.length < wanted) return false
  const telling = tellingTerms(state, text)
  return later.filter((index) => shareIn(telling, state, index) >= LEAST_ABOUT).length < LEAST_ABOUT_IT
}

/** What the text says more often than others: a letter says most things once. */
function tellingTerms(state: FoldState, text: number): ReadonlySet<number> {
  const frequencies = frequenciesOf(state)
  const start = startOf(state.terms, text)
  const weighted = [...termsAt(state.terms, text)].map((term, place) => {
    const count = state.terms.counts[start + place]!
    return { term, isRepeated: count > 1, weight: count * information(term, frequencies) }
  })
  weighted.sort((a, b) => +b.isRepeated - +a.isRepeated || b.weight - a.weight || a.term - b.term)
  return new Set(weighted.slice(0, TELLING_WORDS).map(({ term }) => term))
}

/** Share of the information of a question and its answer that is in these terms. */
function shareIn(telling: ReadonlySet<number>, state: FoldState, question: number): number {
  const frequencies = frequenciesOf(state)
  let all = 0
  let shared = 0
  for (const term of new Set([...termsAt(state.terms, question), ...termsAt(state.terms, question + 1)])) {
    const weight = information(term, frequencies)
    all += weight
    if (telling.has(term)) shared += weight
  }
  return all ? shared / all : 0
}
