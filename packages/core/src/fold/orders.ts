import { cuesOf } from '../lexicon/cues.ts'
import { fragmentsOf } from '../text/fragments.ts'
import { isWordForWord } from './digest/word-for-word.ts'

/** A role stands at the very start of a message, behind so many signs; so many characters tell its language. */
const ROLE = { mostBefore: 4, characters: 60 }
/** A role by name; what is great or right begins small. */
const NAMED = /^\W{0,4}[Yy]ou(?:['’]re| are) \p{Lu}/u
/** Shorter is a compliment. */
const LEAST_CHARACTERS = 100
/** A message with this share of its sentences, and so many at least, that bind what comes after them. */
const BINDING = { share: 0.2, least: 3 }

/** Rules that a client puts before what its user says. */
const REMINDER = /^\s*<(?:system[-_]?reminder|system|instructions|rules)\b/i

/** Whether a message says who the model is to be. */
export function givesRole(text: string): boolean {
  return text.length >= LEAST_CHARACTERS && (beginsWithRole(text) || NAMED.test(text))
}

function beginsWithRole(text: string): boolean {
  const start = text.slice(0, ROLE.characters)
  return cuesOf(start).some((cue) => cue.cue === 'role' && cue.start <= ROLE.mostBefore)
}

/** Whether a message begins with rules that a client has for the whole conversation. */
export function beginsWithReminder(text: string): boolean {
  return REMINDER.test(text)
}

/** Whether a message is mostly about how everything after it is to be done. */
export function givesRules(text: string): boolean {
  const sentences = fragmentsOf(text)
  const binding = sentences.filter((sentence) => isWordForWord(sentence.text)).length
  return binding >= BINDING.least && binding >= BINDING.share * sentences.length
}
