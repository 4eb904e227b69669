import type { CueId } from '../lexicon/cue-ids.ts'
import { holdsCue, type Sentence } from './analysis.ts'

const RETRACTION: readonly CueId[] = ['retraction']

/** Number of sentences after a retraction that may say what holds instead: "I was wrong. It closes at nine." */
export const SENTENCES_OF_RETRACTION = 2

/** True if the speaker of these sentences takes back what they said. */
export function isRetraction(sentences: readonly Sentence[]): boolean {
  return holdsCue(sentences, RETRACTION)
}

/** Each sentence by itself, but a retraction together with the sentences after it. */
export function passagesOf(sentences: readonly Sentence[]): Sentence[][] {
  const passages: Sentence[][] = []
  let left = 0
  for (const sentence of sentences) {
    if (left > 0) passages.at(-1)!.push(sentence)
    else passages.push([sentence])
    left = isRetraction([sentence]) ? SENTENCES_OF_RETRACTION : Math.max(0, left - 1)
  }
  return passages
}
