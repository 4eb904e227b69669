import type { Claim } from '../../tags/correction-match.ts'
import type { FoldState } from '../state.ts'
import { isKeepingWord, keepingIn } from './refused-cues.ts'
import {
  addReplaced,
  type Place,
  type Replaced,
  type ReplacedMemory,
  removeReplaced,
  replacedIn,
} from './replaced-memory.ts'

/** Sentences at the start of a message in which an answer is given. */
const ANSWERING_SENTENCES = 2

/**
 * Takes back what the assistant has just replaced and user message `index`, the newest, will not have replaced ("No,
 * keep Friday"): the old value holds again, and it is the assistant's that is replaced by it. To be called when the
 * sentences of the message, `said`, have been looked at for values.
 */
export function noteRefused(state: FoldState, index: number, said: readonly string[]): void {
  const memory = state.replaced
  for (const proposed of proposedBefore(state)) {
    const fragment = said.slice(0, ANSWERING_SENTENCES).findIndex((sentence, number) => {
      const values = valuesAt(memory, { message: index, fragment: number })
      return isRefusal(sentence, values, proposed)
    })
    if (fragment >= 0) takeBack(memory, proposed, { message: index, fragment })
  }
}

/** What the assistant replaced in the answer before the newest message. */
function proposedBefore(state: FoldState): readonly Replaced[] {
  const { answer } = state.replaced
  return replacedIn(state.replaced, answer).filter(({ now }) => now.message === answer)
}

function isRefusal(sentence: string, values: Claim['values'], { old, now }: Replaced): boolean {
  const keeping = keepingIn(sentence)
  if (!keeping) return false
  const names = (text: string) => values.some((value) => value.text === text && !value.isReplaced)
  if (names(now.text)) return false
  if (names(old.text)) return true
  // What names a third value is about something else, or wants neither. "The doors" are a word that could be one.
  if (keeping === 'as it was') return values.every(({ slot }) => slot === 'word')
  return keeping === 'refused' && values.every(({ text }) => isKeepingWord(text))
}

function takeBack(memory: ReplacedMemory, proposed: Replaced, place: Place): void {
  const { old, now } = proposed
  removeReplaced(memory, proposed)
  for (const { superseded, values } of claimsAt(memory, old))
    for (const value of values) if (value.text === old.text) superseded.delete(value)
  for (const { superseded, values } of claimsAt(memory, now))
    for (const value of values) if (value.text === now.text) superseded.add(value)
  // "Keep Friday, not Saturday" has been found to replace Saturday already.
  const isKnown = replacedIn(memory, now.message).some((other) => isSame(other.old, now) && other.old.text === now.text)
  if (!isKnown) addReplaced(memory, { old: now, now: { ...place, text: old.text } })
}

function valuesAt(memory: ReplacedMemory, place: Place): Claim['values'] {
  return claimsAt(memory, place).flatMap(({ values }) => values)
}

function claimsAt({ claims, starts }: ReplacedMemory, { message, fragment }: Place): Claim[] {
  const sentence = starts[message]! + fragment
  return claims.filter((claim) => claim.sentence === sentence)
}

function isSame(a: Place, b: Place): boolean {
  return a.message === b.message && a.fragment === b.fragment
}
