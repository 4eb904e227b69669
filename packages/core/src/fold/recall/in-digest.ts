import { worded } from '../known-texts.ts'
import { languageAt } from '../language-at.ts'
import type { Source } from '../source.ts'
import { containsWhole } from './contains-whole.ts'

/** True if a digest contains a line of message `index`, word for word or in the wording of digests. */
export function isInDigest({ transcript, state }: Source, index: number, line: string): boolean {
  if (state.whole.has(index)) return true
  const short = worded(transcript, line, languageAt(transcript, index))
  return state.digests.some(({ text }) => containsWhole(text, short) || containsWhole(text, line))
}
