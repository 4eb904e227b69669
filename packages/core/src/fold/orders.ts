import { fragmentsOf } from '../text/fragments.ts'
import { isWordForWord } from './digest/word-for-word.ts'

/** Who the model is to be, at the very start of a message. */
const ROLE =
  /^\W{0,4}(?:(?:please )?(?:act|behave) as\b|you(?:['’]re| are) (?:an?|the|my|our|now|to|going to)\b|your (?:task|role|job|name) (?:is|will be)\b|i(?:['’]d like| would like| want) you to (?:act|be|play|pretend)\b|(?:let['’]?s )?(?:pretend|imagine|assume) (?:that )?you\b|(?:take on|assume|play) the role\b|from now on\b|du bist (?:jetzt|ab jetzt|ein|eine|mein|der|die)\b|verhalte dich\b|deine (?:aufgabe|rolle) ist\b|(?:tu es|vous êtes|agis comme|agissez)\b|(?:eres|actúa como|tu tarea es)\b|(?:sei un|sei il|agisci come)\b|(?:você é|aja como|atue como)\b|je bent (?:een|nu)\b|(?:ты|вы) [—–-]|(?:представь|действуй как)(?:\s|,)|(?:请)?(?:你是|你现在是|假设你是|扮演|请扮演)|あなたは|당신은|너는)/iu
/** The same by name; what is great or right begins small. */
const NAMED = /^\W{0,4}[Yy]ou(?:['’]re| are) \p{Lu}/u
/** Shorter is a compliment. */
const LEAST_CHARACTERS = 100
/** A message with this share of its sentences, and so many at least, that bind what comes after them. */
const BINDING = { share: 0.2, least: 3 }

/** Rules that a client puts before what its user says. */
const REMINDER = /^\s*<(?:system[-_]?reminder|system|instructions|rules)\b/i

/** Whether a message says who the model is to be. */
export function givesRole(text: string): boolean {
  return text.length >= LEAST_CHARACTERS && (ROLE.test(text) || NAMED.test(text))
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
