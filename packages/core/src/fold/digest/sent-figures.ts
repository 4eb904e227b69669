import type { Language } from '../../lexicon/languages.ts'
import { type FiguresByHead, figuresByHead, figuresByNoun } from '../recall/figure-heads.ts'
import { stemsOf as stemsIn, wordStems } from '../recall/word-stems.ts'

/** The stems of the words of a text. Read on first use: most figures are only compared by their heads. */
type Stems = () => ReadonlySet<string>

/** The figures of a text. */
export interface Figures {
  readonly byHead: FiguresByHead
  /** By the noun after them: "12 coins". */
  readonly byNoun: FiguresByHead
  readonly stems: Stems
}

/** A sent figure: its turn, its values in that turn, and the stems of its text. */
export interface SentFigure {
  /** Head and unit, or noun. */
  readonly key: string
  readonly turn: number
  readonly values: ReadonlySet<string>
  readonly stems: Stems
}

const NO_STEMS: ReadonlySet<string> = new Set()

/** The figures of a text without any. */
export const NO_FIGURES: Figures = { byHead: new Map(), byNoun: new Map(), stems: () => NO_STEMS }

export function readFigures(text: string, language: Language): Figures {
  if (!/\p{Nd}/u.test(text)) return NO_FIGURES
  const stemsOf = wordStems(language)
  const byHead = figuresByHead(text, stemsOf)
  const byNoun = figuresByNoun(text, stemsOf)
  if (!byHead.size && !byNoun.size) return NO_FIGURES
  let stems: ReadonlySet<string> | undefined
  return { byHead, byNoun, stems: () => (stems ??= stemsIn(text, language)) }
}

export function* sentFigures({ byHead, byNoun, stems }: Figures, turn: number): Generator<SentFigure> {
  for (const [key, values] of [...byHead, ...byNoun]) yield { key, turn, values, stems }
}

/** A line of a digest: the turn in which it was said, and its text. */
const LINE = /^(\d+)[UATS] (.*)$/u

interface DigestFigures {
  readonly language: Language
  readonly figures: readonly SentFigure[]
}

/** The figures of each digest in the language in which they were read last. The text of a digest does not change. */
const known = new WeakMap<object, DigestFigures>()

/** The figures of all lines of a digest. They are read once: every later digest asks for them. */
export function figuresOfDigest(digest: { readonly text: string }, language: Language = 'en'): readonly SentFigure[] {
  const before = known.get(digest)
  if (before?.language === language) return before.figures
  const figures = digest.text.split('\n').flatMap((line) => {
    const [, turn, said] = LINE.exec(line) ?? []
    return said === undefined ? [] : [...sentFigures(readFigures(said, language), Number(turn))]
  })
  known.set(digest, { language, figures })
  return figures
}

/** Estimated bytes of a figure with its values and a part of the stems, which the figures of a line share. */
const FIGURE_BYTES = 600

/** Estimated bytes of the figures that are known of a digest. */
export function sizeOfFigures(digest: object): number {
  return FIGURE_BYTES * (known.get(digest)?.figures.length ?? 0)
}
