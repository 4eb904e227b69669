import { foldWord } from '../lexicon/fold-word.ts'
import { LANGUAGES, lexiconOf } from '../lexicon/languages.ts'
import type { Word } from '../lexicon/word-borders.ts'
import { extractTags } from '../tags/extract-tags.ts'
import type { TagKind } from '../tags/tag.ts'
import type { Span } from './sentences.ts'

/** A typed value of a text: a date, an amount, a path, an identifier. */
export interface Value extends Span {
  readonly kind: TagKind
  /** The form in which all spellings meet: `usd 450`, `2024-05-07`, `14:30`, `3 hour`. */
  readonly canonical: string
  /** The word that says what a figure counts or names: of "port 8080" port, of "3 red buses" red. */
  readonly head: Span | undefined
}

const COUNTED: ReadonlySet<TagKind> = new Set<TagKind>([
  'number',
  'quantity',
  'money',
  'percent',
  'version',
  'identifier',
  'time',
  'date',
])

/** Function words of all languages: none of them is the head of a figure. */
const CLOSED: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => lexiconOf(language).functionWords.map(foldWord)),
)

/** The typed values of a text in reading order, without overlaps. Linear. */
export function valuesOf(text: string, words: readonly Word[]): Value[] {
  const values: Value[] = []
  let at = 0
  for (const { kind, text: canonical, start, end } of extractTags(text, words)) {
    while (at < words.length && words[at]!.end <= start) at++
    values.push({
      kind,
      canonical,
      start,
      end,
      head: COUNTED.has(kind) ? headOf(text, words, { at, start, end, kind }) : undefined,
    })
  }
  return values
}

interface Place extends Span {
  readonly at: number
  readonly kind: TagKind
}

/** A bare number counts the word behind it, or is named by the one before; a value with a unit belongs to the one before. */
function headOf(text: string, words: readonly Word[], place: Place): Span | undefined {
  let after = place.at
  while (after < words.length && words[after]!.start < place.end) after++
  const behind = contentAt(text, words[after], place.end, words[after]?.start)
  const before = words[place.at - 1]
  const ahead = before && contentAt(text, before, before.end, place.start)
  return place.kind === 'number' ? (behind ?? ahead) : (ahead ?? behind)
}

/** The word where only a space, a colon or a sign of equality parts it from the value, and it says something. */
function contentAt(text: string, word: Word | undefined, from: number, to: number | undefined): Span | undefined {
  if (!word || to === undefined || to - from > 3 || !/^[ :=#-]*$/.test(text.slice(from, to))) return undefined
  if (CLOSED.has(word.form.key) || /^\p{N}/u.test(word.text)) return undefined
  return { start: word.start, end: word.end }
}
