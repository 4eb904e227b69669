import type { CueId } from '../../lexicon/cue-ids.ts'
import { foldedSet, perLanguage } from '../../lexicon/per-language.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'
import type { RecallPolicy } from '../policy/recall-policy.ts'
import { asks, type RecallFeatures } from './features.ts'
import type { CuedText, MessageCues } from './message-cues.ts'

/** Limit in characters. A longer message names its subject. */
const MAX_CHARACTERS = 140

/** True if a sentence asks for a change of an artifact. False for statements and mere questions. */
export function isEdit(sentence: CuedText): boolean {
  if (!sentence.has('edit') || isTelling(sentence)) return false
  return !/[?？؟]/.test(sentence.text) || sentence.has('ask')
}

/** True if the message asks to sum up the conversation itself. */
export function sumsUpAll({ sentences }: MessageCues): boolean {
  return sentences.some((sentence) => sentence.has('recap') && sentence.has('conversation'))
}

/**
 * True if a message asks for a text that uses all statements, or for everything that was done or agreed: the plan, the letter,
 * every mistake. It names none of the statements, so its words cannot be searched.
 */
export function wrapsUp({ text, sentences }: MessageCues): boolean {
  if (text.length > MAX_CHARACTERS) return false
  return sentences.some(
    (sentence) =>
      !isTelling(sentence) &&
      ((sentence.has('make') && sentence.has('whole')) || (sentence.has('question') && sentence.has('outcome'))),
  )
}

/** True if the first sentence of a message asks to make something. */
export function opensAsWish({ sentences }: MessageCues): boolean {
  return sentences[0]?.has('make') ?? false
}

/** Cues of a sentence that states something, or that replies to the last message. */
const STATING: readonly CueId[] = [
  'correction',
  'retraction',
  'replacement',
  'revocation',
  'refusal',
  'keeping',
  'confirmation',
  'decision',
  'commitment',
  'thanks',
  'greeting',
  'report',
  'ban',
  'lasting',
  'error',
]

/**
 * True if a short message without a question asks for something that needs folded facts ("list the storm deck"): most of its
 * information is known and out of sight, and it states nothing, neither a figure nor a change nor something about the speaker.
 */
export function needsFacts(
  { text, sentences }: MessageCues,
  { known, outOfSight }: Pick<RecallFeatures, 'known' | 'outOfSight'>,
  { wish }: Pick<RecallPolicy, 'wish'>,
): boolean {
  if (text.length > MAX_CHARACTERS || known < wish.known || outOfSight < wish.outOfSight) return false
  if (/\p{N}/u.test(text)) return false
  return !sentences.some((sentence) => isTelling(sentence) || STATING.some((cue) => sentence.has(cue)))
}

/** True if a message asks something, points back, or needs folded facts without a question. */
export function asksForFacts(cues: MessageCues, features: RecallFeatures, policy: Pick<RecallPolicy, 'wish'>): boolean {
  return asks(features) || needsFacts(cues, features, policy)
}

/** True if a sentence is a statement of the speaker about themselves, or hypothetical. */
function isTelling(sentence: CuedText): boolean {
  if (sentence.opensWith('hypothetical') || sentence.opensWith('condition')) return true
  const first = wordsOf(sentence.text)[0]
  return first !== undefined && speakerWords(sentence.language).has(first.form.key)
}

/** Pronouns of the first person that open a sentence. */
const speakerWords = perLanguage(({ selfWords, subjects }) =>
  foldedSet(selfWords.filter((word) => subjects.includes(word))),
)
