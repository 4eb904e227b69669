import { foldWord } from './fold-word.ts'
import { anyOf, phrasesOf } from './gathered.ts'

const words = phrasesOf(({ streets }) => streets)
const STREETS: ReadonlySet<string> = new Set(words.filter((word) => !word.startsWith('-')).map(foldWord))
/** Endings of street names in languages that write the name and the kind of street as one word. */
const ENDING = new RegExp(
  `\\p{L}{3}(?:${anyOf(words.flatMap((word) => (word.startsWith('-') ? word.slice(1) : [])))})$`,
  'iu',
)

/** True if the parts of a name are those of a street: `Baker Street`, `Rue Cler`, `Hauptstraße`. */
export function namesStreet(parts: readonly string[]): boolean {
  return parts.some((part) => ENDING.test(part) || (parts.length > 1 && STREETS.has(foldWord(part))))
}
