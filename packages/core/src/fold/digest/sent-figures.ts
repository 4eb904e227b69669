import type { Language } from '../../lexicon/languages.ts'
import { findOrAdd } from '../../maps.ts'
import { termId } from '../../words/words.ts'
import { type FiguresByHead, figuresByHead, figuresByNoun } from '../recall/figure-heads.ts'
import { stemsOf as stemsIn, wordStems } from '../recall/word-stems.ts'
import { type DigestFigures, figuresKnownOf, HEAD_NUMBERS, keepFigures } from './digest-figures.ts'

/** The stems of the words of a text. Read on first use: most figures are only compared by their heads. */
type Stems = () => ReadonlySet<string>

/** Hashes of the values of figures by the hash of their head and unit, or of their noun. */
type FigureValues = ReadonlyMap<number, readonly number[]>

/** The figures of a text. */
export interface Figures {
  readonly byHead: FigureValues
  /** By the noun after them: "12 coins". */
  readonly byNoun: FigureValues
  readonly stems: Stems
}

/** A sent figure: its turn, its values in that turn, and the stems of its text. */
export interface SentFigure {
  /** Hash of head and unit, or of the noun. */
  readonly key: number
  readonly turn: number
  readonly values: readonly number[]
  readonly stems: Stems
}

const NO_STEMS: ReadonlySet<string> = new Set()

/** The figures of a text without any. */
export const NO_FIGURES: Figures = { byHead: new Map(), byNoun: new Map(), stems: () => NO_STEMS }

export function readFigures(text: string, language: Language): Figures {
  if (!/\p{Nd}/u.test(text)) return NO_FIGURES
  const stemsOf = wordStems(language)
  const byHead = hashed(figuresByHead(text, stemsOf))
  const byNoun = hashed(figuresByNoun(text, stemsOf))
  if (!byHead.size && !byNoun.size) return NO_FIGURES
  let stems: ReadonlySet<string> | undefined
  return { byHead, byNoun, stems: () => (stems ??= stemsIn(text, language)) }
}

function hashed(figures: FiguresByHead): FigureValues {
  return new Map([...figures].map(([key, values]) => [termId(key), [...values].map(termId)]))
}

export function* sentFigures({ byHead, byNoun, stems }: Figures, turn: number): Generator<SentFigure> {
  for (const [key, values] of [...byHead, ...byNoun]) yield { key, turn, values, stems }
}

/** A line of a digest: the turn in which it was said, and its text. */
const LINE = /^(\d+)[UATS] (.*)$/u

/**
 * The figures of a digest's lines whose key is wanted. The lines are read once, since every later digest needs them.
 */
export function* figuresOfDigest(
  digest: { readonly text: string },
  { language = 'en', isWanted }: { readonly language?: Language | undefined; isWanted(key: number): boolean },
): Generator<SentFigure> {
  const { numbers, stems } = digestFigures(digest, language)
  const stemsAt = (line: number): ReadonlySet<string> =>
    findOrAdd(stems, line, () => stemsIn(LINE.exec(digest.text.split('\n')[line] ?? '')?.[2] ?? '', language))
  for (let at = 0, next = 0; at < numbers.length; at = next) {
    const start = at + HEAD_NUMBERS
    next = start + numbers[at + 3]!
    const key = numbers[at]!
    if (!isWanted(key)) continue
    const line = numbers[at + 2]!
    yield { key, turn: numbers[at + 1]!, values: [...numbers.subarray(start, next)], stems: () => stemsAt(line) }
  }
}

function digestFigures(digest: { readonly text: string }, language: Language): DigestFigures {
  const known = figuresKnownOf(digest)
  if (known?.language === language) return known
  const numbers = digest.text.split('\n').flatMap((text, line) => {
    const [, turn, said] = LINE.exec(text) ?? []
    if (said === undefined) return []
    const figures = [...sentFigures(readFigures(said, language), Number(turn))]
    return figures.flatMap(({ key, turn, values }) => [key, turn, line, values.length, ...values])
  })
  return keepFigures(digest, { language, numbers: Int32Array.from(numbers) })
}
