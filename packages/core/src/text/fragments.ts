import { sentencesOf } from './sentences.ts'

/** A sentence, list item or line of a text, with its position. */
export interface Fragment {
  readonly text: string
  readonly start: number
}

/** The sentences of each line of a text in any language. A list item keeps its sign. Linear. */
export function fragmentsOf(text: string): Fragment[] {
  return sentencesOf(text, undefined).map(({ start, end }) => ({ text: text.slice(start, end), start }))
}
