import { LANGUAGES, type Language } from '../../lexicon/languages.ts'
import { SnapshotError } from '../snapshot/byte-reader.ts'
import { type Codec, int32s, oneOf, recordOf } from '../snapshot/codec.ts'

/** The figures of a digest's lines in a language, as numbers: a talk of 100,000 tokens has thousands of them. */
export interface DigestFigures {
  readonly language: Language
  /** The figures one after the other: `HEAD_NUMBERS` numbers, and the values. */
  readonly numbers: Int32Array
  /** Stems of lines that were compared, by index. */
  readonly stems: Map<number, ReadonlySet<string>>
}

/** The part of the figures that a snapshot contains: hashes and no words. */
export type WrittenFigures = Omit<DigestFigures, 'stems'>

/** Numbers before the values of a figure: its key, its turn, the index of its line, the number of its values. */
export const HEAD_NUMBERS = 4

/** The figures of each digest in the language in which they were read last. The text of a digest does not change. */
const known = new WeakMap<object, DigestFigures>()

export function figuresKnownOf(digest: object): DigestFigures | undefined {
  return known.get(digest)
}

export function keepFigures(digest: object, figures: WrittenFigures): DigestFigures {
  const kept = { ...figures, stems: new Map() }
  known.set(digest, kept)
  return kept
}

const figures = recordOf<WrittenFigures>({ language: oneOf(LANGUAGES), numbers: int32s })

/** Figures in a snapshot, so that another node does not read all digests before its first fold. */
export const WRITTEN_FIGURES: Codec<WrittenFigures> = {
  write: figures.write,
  read(from) {
    const { language, numbers } = figures.read(from)
    let at = 0
    while (at < numbers.length) {
      const count = numbers[at + HEAD_NUMBERS - 1] ?? -1
      if (count < 0) throw new SnapshotError('a figure of a digest has no number of values')
      at += HEAD_NUMBERS + count
    }
    if (at > numbers.length) throw new SnapshotError('a figure of a digest lacks values')
    return { language, numbers }
  },
}

/** Estimated bytes of the stems of one line. */
const STEMS_BYTES = 2000

/** Estimated bytes of the figures that are known of a digest. */
export function sizeOfFigures(digest: object): number {
  const figures = known.get(digest)
  return figures === undefined ? 0 : figures.numbers.byteLength + STEMS_BYTES * figures.stems.size
}
