import { namesStreet } from '../../lexicon/streets.ts'
import { ownCopy } from '../../own-copy.ts'
import { extractTags } from '../../tags/extract-tags.ts'
import type { Tag } from '../../tags/tag.ts'
import { contentTerm, type TermVector, vectorOf } from '../../words/terms.ts'
import { factsOf } from '../../words/word-facts.ts'
import { type Word, wordsOf } from '../../words/words.ts'
import { countOf } from '../recall/term-counts.ts'
import type { Cloud, MessageTags } from './cloud.ts'
import { keyOfValue, valueHash } from './tag-key.ts'

/** Limit of the algorithm: characters of a text that are read, about 250,000 tokens. The rest is ignored. */
const MAX_INDEXED = 1024 * 1024
/** Characters that are read for typed values and kept words, number of kept words, and characters of the longest. */
const MAX_READ = 8000
const MAX_WORDS = 1000
const LONGEST_WORD = 24

/** Reads the texts of a message, each word once, and keeps the words that an earlier message has used. */
export function readMessage(cloud: Cloud, texts: readonly string[]): MessageTags {
  const terms = new Map<number, number>()
  const values = new Map<number, number>()
  let left = MAX_READ
  for (const whole of texts) {
    const text = whole.slice(0, MAX_INDEXED)
    const words = wordsOf(text)
    const end = left
    const tags = tagsIn(text, words, end)
    left -= text.length
    for (const tag of tags) addValue(cloud, values, tag)
    let next = 0
    for (let place = 0; place < words.length; place++) {
      const word = words[place]!
      const term = contentTerm(word)
      if (term === undefined) continue
      const count = terms.get(term)
      terms.set(term, (count ?? 0) + 1)
      if (count !== undefined || countOf(cloud.frequency, term) === 0) continue
      while (next < tags.length && tags[next]!.end <= word.start) next++
      // A part of an address or a number is not a word.
      const isApart = word.end <= end && (next === tags.length || tags[next]!.start >= word.end)
      if (isApart) keepWord(cloud, term, { text, words, place })
    }
  }
  return { terms: vectorOf(terms), values: vectorOf(values) }
}

export const NO_VALUES: TermVector = vectorOf(new Map())

function tagsIn(text: string, words: readonly Word[], most: number): Tag[] {
  if (most <= 0) return []
  if (text.length <= most) return extractTags(text, words)
  const start = text.slice(0, most)
  return extractTags(start, wordsOf(start))
}

function addValue({ identifiers, words }: Cloud, values: Map<number, number>, tag: Tag): void {
  const hash = valueHash(tag)
  const count = values.get(hash)
  values.set(hash, (count ?? 0) + 1)
  if (count !== undefined || tag.kind !== 'identifier' || tag.text.length > LONGEST_WORD) return
  if (countOf(identifiers, hash) > 0 && words.size < MAX_WORDS) words.set(keyOfValue(hash), ownCopy(tag.text))
}

interface WordPlace {
  readonly text: string
  readonly words: readonly Word[]
  readonly place: number
}

/**
 * Keeps a word in lower case, unless a capital makes it a name. A name that later occurs in lower case is a word again.
 */
function keepWord({ words }: Cloud, term: number, at: WordPlace): void {
  const { text: written, start } = at.words[at.place]!
  const known = words.get(term)
  const hasCapital = isCapital(written)
  if (known === undefined ? words.size >= MAX_WORDS || written.length > LONGEST_WORD : isCapital(known) === hasCapital)
    return
  const isName = hasCapital && isInside(at.text, start)
  if ((known !== undefined && hasCapital && !isName) || isInStreet(at)) return
  words.set(term, ownCopy(isName ? written : factsOf(at.words[at.place]!.form).lower))
}

/** True if a word is part of the name of a street. */
function isInStreet({ words, place }: WordPlace): boolean {
  const { text, start, end } = words[place]!
  const before = words[place - 1]
  const after = words[place + 1]
  const beside = [
    ...(before?.end === start - 1 ? [before.text] : []),
    ...(after?.start === end + 1 ? [after.text] : []),
  ]
  return namesStreet([text, ...beside])
}

/** True if a kept word is a name. */
export function isCapital(word: string): boolean {
  const code = word.charCodeAt(0)
  return code < 128 ? code >= 65 && code <= 90 : /^[\p{Lu}\p{Lt}]/u.test(word)
}

/**
 * True if a lower-case letter, a comma or a semicolon precedes a word, so that it does not start a sentence, a line or
 * a quotation.
 */
function isInside(text: string, start: number): boolean {
  return start > 1 && /[\p{Ll},;] /u.test(text.slice(start - 2, start))
}
