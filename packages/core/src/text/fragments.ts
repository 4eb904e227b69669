import type { Language } from '../lexicon/languages.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence, list item or line of a text, with its position. */
export interface Fragment {
  readonly text: string
  readonly start: number
}

/**
 * The sentences of each line of a text. A list item keeps its sign. Linear. `language` is that of the conversation: its
 * abbreviations do not end a sentence.
 */
export function fragmentsOf(text: string, language: Language | undefined): Fragment[] {
  return sentencesOf(text, language).map(({ start, end }) => ({ text: text.slice(start, end), start }))
}

/** The lines of a text, whole, so that an item keeps its total. One above `most` UTF-16 units is cut into sentences. */
export function shortLinesOf(text: string, most: number, language: Language | undefined): Fragment[] {
  const lines: Fragment[][] = []
  for (const fragment of fragmentsOf(text, language)) {
    const line = lines.at(-1)
    const before = line?.at(-1)
    if (before && !text.slice(endOf(before), fragment.start).includes('\n')) line!.push(fragment)
    else lines.push([fragment])
  }
  return lines.flatMap((line) => {
    const [start, end] = [line[0]!.start, endOf(line.at(-1)!)]
    return end - start > most ? line : [{ text: text.slice(start, end), start }]
  })
}

function endOf({ text, start }: Fragment): number {
  return start + text.length
}
