import { foldedSet, perLanguage } from '../../lexicon/per-language.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'
import type { CuedText, MessageCues } from './message-cues.ts'

/** A longer message says what it is about. */
const MOST_CHARACTERS = 140

/** Whether a sentence wishes for a change of a work: neither what somebody tells nor a mere question. */
export function isEdit(sentence: CuedText): boolean {
  if (!sentence.has('edit') || isTelling(sentence)) return false
  return !/[?？؟]/.test(sentence.text) || sentence.has('ask')
}

/** Whether it is the conversation itself that is to be summed up. */
export function sumsUpAll({ sentences }: MessageCues): boolean {
  return sentences.some((sentence) => sentence.has('recap') && sentence.has('conversation'))
}

/**
 * Whether a message asks for something to be made of all that was said, or for what was done and agreed: the plan, the
 * letter, every mistake. It names none of it, so nothing can be looked for by its words.
 */
export function wrapsUp({ text, sentences }: MessageCues): boolean {
  if (text.length > MOST_CHARACTERS) return false
  return sentences.some(
    (sentence) =>
      !isTelling(sentence) &&
      ((sentence.has('make') && sentence.has('whole')) || (sentence.has('question') && sentence.has('outcome'))),
  )
}

/** Whether the first sentence of a message asks for something to be made. */
export function opensAsWish({ sentences }: MessageCues): boolean {
  return sentences[0]?.has('make') ?? false
}

/** Whether a sentence tells something of whoever says it, or asks what might be. */
function isTelling(sentence: CuedText): boolean {
  if (sentence.opensWith('hypothetical') || sentence.opensWith('condition')) return true
  const first = wordsOf(sentence.text)[0]
  return first !== undefined && speakerWords(sentence.language).has(first.form.key)
}

/** Pronouns of the first person that open a sentence. */
const speakerWords = perLanguage(({ selfWords, subjects }) =>
  foldedSet(selfWords.filter((word) => subjects.includes(word))),
)
