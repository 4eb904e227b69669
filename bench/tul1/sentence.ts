import { fragmentsOf } from '../../packages/core/src/text/fragments.ts'
import { contentTerms } from '../../packages/core/src/words/terms.ts'

/** A sentence for the baselines. */
export interface Sentence {
  readonly message: number
  /** Index within the message. */
  readonly order: number
  readonly text: string
  readonly tokens: number
  readonly terms: readonly number[]
}

/** All sentences of some messages, in order. */
export function sentencesOf(contents: readonly string[], count: (text: string) => number): Sentence[] {
  return contents.flatMap((content, message) =>
    fragmentsOf(content, undefined).map(({ text }, order) => ({
      message,
      order,
      text,
      tokens: count(text) + 1,
      terms: contentTerms(text),
    })),
  )
}
