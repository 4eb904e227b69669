import { contentOf, type SpokenWord } from '../content.ts'
import type { Passage } from '../passages.ts'
import type { Sentence } from '../sentences.ts'
import { englishness } from './english.ts'
import { coverQuotations } from './quotation.ts'
import { readSentence, type SentenceReading } from './sentence-reading.ts'

/** Text that is looked at to tell the language of a message. */
const LANGUAGE_SAMPLE = 1_000

/** Reads one sentence, given its words. */
export type ReadSentence = (span: Sentence, words: readonly SpokenWord[]) => SentenceReading | undefined

/** Reads the sentences of a message. Sentences that are not English are not read: no mark is better than a false one. */
export function readMessage(content: string, passages: readonly Passage[]): ReadSentence {
  const covered = coverProse(content, passages, false)
  const named = coverProse(content, passages, true)
  const sample = content.slice(0, LANGUAGE_SAMPLE)
  let ofMessage: number | undefined
  return ({ start, end }, all) => {
    const text = covered.slice(start, end)
    const words = text.includes('∎') ? all.filter((word) => text.charAt(word.start) !== '∎') : all
    const ofSentence = englishness(words, text)
    if (ofSentence < 0) return undefined
    if (ofSentence < 1) {
      ofMessage ??= englishness(contentOf(sample).words, sample)
      if (ofMessage < 0) return undefined
    }
    return readSentence({
      written: content.slice(start, end),
      covered: text,
      named: named.slice(start, end),
      words,
      all,
    })
  }
}

/** A quotation may run over several sentences, so it is looked for in the whole passage. */
function coverProse(content: string, passages: readonly Passage[], keepNames: boolean): string {
  let out = ''
  let at = 0
  for (const passage of passages) {
    if (passage.kind !== 'prose') continue
    out += content.slice(at, passage.start) + coverQuotations(content.slice(passage.start, passage.end), keepNames)
    at = passage.end
  }
  return out + content.slice(at)
}
