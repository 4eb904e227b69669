import type { Language } from '../talk.ts'

/** A word of a text, in lower case, with its position and its clause. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly clause: number
}

const CLAUSE_END = /[.!?;:,…()。！？；：，、।؟،\n]|\s[-–—]\s/u

const segmenters = new Map<Language, Intl.Segmenter>()

/** The words of a text by the rules of Unicode for its language. */
export function wordsOf(text: string, lang: Language): readonly Word[] {
  let clause = 0
  let end = 0
  return [...segmenterFor(lang).segment(text)].flatMap(({ segment, index, isWordLike }) => {
    if (!isWordLike) return []
    if (CLAUSE_END.test(text.slice(end, index))) clause++
    end = index + segment.length
    return [{ text: segment.toLowerCase().replaceAll('’', "'"), start: index, end, clause }]
  })
}

function segmenterFor(lang: Language): Intl.Segmenter {
  let segmenter = segmenters.get(lang)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(lang, { granularity: 'word' })
    segmenters.set(lang, segmenter)
  }
  return segmenter
}

/**
 * The indices of the words of `source` that `line` contains in the same order: a longest common subsequence. Time and memory
 * grow with the product of both lengths.
 */
export function keptWords(line: readonly Word[], source: readonly Word[]): ReadonlySet<number> {
  const width = source.length + 1
  const lengths = new Uint16Array((line.length + 1) * width)
  for (let i = line.length - 1; i >= 0; i--) {
    for (let j = source.length - 1; j >= 0; j--) {
      const isSame = line[i]!.text === source[j]!.text
      const skipped = Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
      lengths[i * width + j] = isSame ? Math.max(skipped, 1 + lengths[(i + 1) * width + j + 1]!) : skipped
    }
  }
  const kept = new Set<number>()
  let i = 0
  let j = 0
  while (i < line.length && j < source.length) {
    const best = lengths[i * width + j]!
    if (line[i]!.text === source[j]!.text && best === 1 + lengths[(i + 1) * width + j + 1]!) {
      kept.add(j++)
      i++
    } else if (best === lengths[(i + 1) * width + j]) i++
    else j++
  }
  return kept
}
