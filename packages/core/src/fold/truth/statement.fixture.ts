import { readdirSync, readFileSync } from 'node:fs'

/** A form of sentence, by its effect on an attribute of a thing. */
export type Form =
  | 'state'
  | 'replace'
  | 'correct'
  | 'back'
  | 'revoke'
  | 'report'
  | 'hedge'
  | 'negate'
  | 'deny'
  | 'past'
  | 'wonder'
  | 'except'
  | 'condition'
  | 'pair'
  | 'reportPair'
  | 'propose'
  | 'refuse'
  | 'accept'
  | 'ask'
  | 'unknown'
  | 'options'
  | 'choose'

/**
 * The sentences of one language. In a sentence `$S` is the subject ("the budget of the Oslo project"), `$V` the value, `$O` the
 * previous value, `$P` a person, `$N` an ordinal. Braces contain the words without which the meaning changes.
 */
export interface Sentences {
  readonly things: readonly string[]
  readonly people: readonly string[]
  readonly attributes: readonly { readonly subject: string; readonly values: readonly string[] }[]
  readonly ordinals: readonly string[]
  readonly says: Readonly<Record<Form, readonly string[]>>
  readonly fillers: { readonly user: readonly string[]; readonly assistant: readonly string[] }
}

const FILES = new URL('./sentences/', import.meta.url)

/** The sentences of each language, by its id. */
export const LANGUAGES: Readonly<Record<string, Sentences>> = Object.fromEntries(
  readdirSync(FILES).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(file, FILES), 'utf8')) as Sentences,
  ]),
)

export interface StatementWord {
  readonly text: string
  /** True if the sentence has another meaning without it. */
  readonly isNeeded: boolean
}

/** One sentence of a talk, and its effect on the value of a slot: an attribute of a thing. */
export interface Statement {
  readonly form: Form | 'filler' | 'item'
  readonly text: string
  readonly words: readonly StatementWord[]
  readonly slot?: number
  /** Value that the slot has from now on, according to the speaker. `null` if it has none any more. */
  readonly sets?: string | null
  /** Value in the sentence. */
  readonly value?: string
  /** The second slot's value in a sentence about two slots. */
  readonly second?: { readonly slot: number; readonly value: string }
}

/** In scripts without spaces, every character is a word. A question needs its question mark. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー'
const WORD = new RegExp(`[${UNSPACED}]|[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]+|[?？]`, 'gv')

export function wordsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].map(([word]) => word)
}

/** The sentence of a template: its text, and its words with the necessary ones marked. */
export function sentenceOf(template: string, fills: Readonly<Record<string, string>>) {
  let filled = template
  // A subject is a template itself, and longer names are replaced first: $S2 before $S.
  for (const name of Object.keys(fills).sort((a, b) => b.length - a.length))
    filled = filled.replaceAll(`$${name}`, fills[name]!)
  const words: StatementWord[] = []
  let text = ''
  for (const [, needed, free] of filled.matchAll(/\{([^}]*)\}|([^{]+)/g)) {
    text += needed ?? free
    for (const word of wordsIn(needed ?? free!)) words.push({ text: word, isNeeded: needed !== undefined })
  }
  return { text: text.charAt(0).toUpperCase() + text.slice(1), words }
}
