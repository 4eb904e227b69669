import { addToList } from '../../maps.ts'
import { functionWordsOf } from '../../words/function-words.ts'
import { factsOf } from '../../words/word-facts.ts'
import { wordsOf } from '../../words/words.ts'
import { languageAt } from '../language-at.ts'
import { termsAt } from '../recall/term-arena.ts'
import { countOf } from '../recall/term-counts.ts'
import type { Source } from '../source.ts'
import { perMessage, saidIn } from '../transcript.ts'
import { LONGEST_CHANGE, readStatement } from './statement.ts'

/** A term in more messages is the topic of the conversation and does not identify a thing. */
const MAX_MESSAGES = 6
/**
 * Limit of the algorithm: later messages with which a message is compared. A message with more of them counts as overtaken.
 */
const MAX_LATER = 400
/** Limit of the algorithm: characters of a message whose terms are compared. A longer text is data. */
const MAX_CHARACTERS = 128 * 1024
const FIGURE = /\p{Nd}/u

/**
 * Finds the messages of `waiting` that a later message of `[from, to)` may have replaced. The later one is not waiting
 * itself, shares a rare term with the older one, and contains a change, or both contain a figure. A line of the older
 * message that is sent after the later one would be read as the newer statement.
 * @param isByFigure only figures count, and not a change in words
 */
export function overtakenAmong(
  source: Source,
  waiting: readonly number[],
  { from = 0, to, isByFigure = false }: { readonly from?: number; readonly to: number; readonly isByFigure?: boolean },
): ReadonlySet<number> {
  const { transcript, state } = source
  const oldest = to - MAX_LATER
  const overtaken = new Set(waiting.filter((index) => Math.max(from, index) < oldest))
  if (!waiting.length) return overtaken
  const naming = messagesByTerm(source, waiting)
  const isWaiting = new Set(waiting)
  for (let later = Math.max(from, oldest); later < to; later++) {
    if (isWaiting.has(later)) continue
    for (const term of termsAt(state.terms, later)) {
      for (const { index, isThing } of naming.get(term) ?? []) {
        if (index >= later || overtaken.has(index)) continue
        const isOfFigures = hasFigure(transcript, index) && hasFigure(transcript, later)
        const isReplaced = isByFigure ? isThing && isOfFigures : isOfFigures || (isThing && isChange(transcript, later))
        if (isReplaced) overtaken.add(index)
      }
    }
  }
  return overtaken
}

/**
 * For each message of `changes` with a change, oldest first: the earlier messages among `said` that are about the same thing.
 */
export function overtakingOf(
  source: Source,
  said: readonly number[],
  changes: readonly number[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const { transcript, state } = source
  const naming = messagesByTerm(source, said)
  const overtaking = new Map<number, ReadonlySet<number>>()
  for (const change of changes.toSorted((a, b) => a - b)) {
    if (!isChange(transcript, change)) continue
    const named = [...termsAt(state.terms, change)].flatMap((term) => naming.get(term) ?? [])
    const overtaken = new Set(named.map(({ index }) => index).filter((index) => index < change))
    if (overtaken.size) overtaking.set(change, overtaken)
  }
  return overtaking
}

/**
 * Those of `messages` that may give another value to a statement of an earlier message: both name the same thing, and the later
 * one has a change or both have a figure. `said` returns true for messages of which something is sent.
 */
export function changesAmong(
  source: Source,
  messages: readonly number[],
  said: (index: number) => boolean,
): ReadonlySet<number> {
  const { transcript, state } = source
  const found = new Set<number>()
  if (!messages.length) return found
  const naming = messagesByTerm(source, messages)
  for (let earlier = Math.max(state.systemEnd, messages[0]! - MAX_LATER); earlier < messages.at(-1)!; earlier++) {
    if (!said(earlier)) continue
    for (const term of termsAt(state.terms, earlier)) {
      for (const { index } of naming.get(term) ?? []) {
        if (index <= earlier || found.has(index)) continue
        const isOfFigures = hasFigure(transcript, index) && hasFigure(transcript, earlier)
        if (isOfFigures || isChange(transcript, index)) found.add(index)
      }
    }
  }
  return found
}

const hasFigure = perMessage((transcript, index) => FIGURE.test(saidIn(transcript, index)))

/** A longer text is data and changes nothing. */
const isChange = perMessage((transcript, index): boolean => {
  const text = saidIn(transcript, index)
  return text.length <= LONGEST_CHANGE && readStatement(text, languageAt(transcript, index)).isChange
})

interface Named {
  readonly index: number
  /** True if the term names a thing; a function word of the language names none. */
  readonly isThing: boolean
}

/** The messages by their terms. A figure is an amount and not a thing. */
function messagesByTerm({ transcript, state }: Source, messages: readonly number[]): Map<number, Named[]> {
  const naming = new Map<number, Named[]>()
  for (const index of messages) {
    for (const [term, isThing] of termsIn(transcript, index)) {
      if (countOf(state.cloud.frequency, term) <= MAX_MESSAGES) addToList(naming, term, { index, isThing })
    }
  }
  return naming
}

const termsIn = perMessage((transcript, index): ReadonlyMap<number, boolean> => {
  const said = saidIn(transcript, index).slice(0, MAX_CHARACTERS)
  const language = languageAt(transcript, index)
  const empty = language && functionWordsOf(language)
  const terms = new Map<number, boolean>()
  for (const { form, text } of wordsOf(said)) {
    const { isStop, term } = factsOf(form)
    if (!isStop && !FIGURE.test(text)) terms.set(term, !empty?.has(form.key))
  }
  return terms
})
