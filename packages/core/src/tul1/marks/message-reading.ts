import type { Passage } from '../passages.ts'
import { englishness } from './english.ts'
import { coverQuotations } from './quotation.ts'
import { readSentence, type SentenceReading } from './sentence-reading.ts'
import { wordList } from './word-list.ts'

/** Text that is looked at to tell the language of a message. */
const LANGUAGE_SAMPLE = 2_000

/** Reads the sentences of a message. Sentences that are not English are not read: no mark is better than a false one. */
export function readMessage(
  content: string,
  passages: readonly Passage[],
): (start: number, end: number) => SentenceReading | undefined {
  const covered = coverProse(content, passages, false)
  const named = coverProse(content, passages, true)
  const sample = content.slice(0, LANGUAGE_SAMPLE)
  const ofMessage = englishness(wordList(sample), sample)
  return (start, end) => {
    const text = covered.slice(start, end)
    const ofSentence = englishness(wordList(text), text)
    if (ofSentence < 0 || (ofSentence < 1 && ofMessage < 0)) return undefined
    return readSentence(content.slice(start, end), text, named.slice(start, end))
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
