import type { CueId } from '../../lexicon/cue-ids.ts'
import { cuesIn, passageOf, readingLanguages } from '../../lexicon/cues.ts'
import { detectLanguages } from '../../lexicon/detect.ts'
import type { Language } from '../../lexicon/languages.ts'
import type { Cue } from '../../lexicon/match.ts'
import { fragmentsOf } from '../../text/fragments.ts'

/**
 * Characters that are read at each end of a message. A long message makes its request at the beginning or at the end, and the
 * text between is usually data.
 */
const READ_CHARACTERS = 2000

/** A text with its cues. */
export interface CuedText {
  readonly text: string
  readonly language: Language
  has(cue: CueId): boolean
  /** True if the text begins with the cue. */
  opensWith(cue: CueId): boolean
}

/** The cues of a message, in total and by sentence. */
export interface MessageCues extends CuedText {
  readonly sentences: readonly CuedText[]
}

/** Reads the cues of a message. `prior`: language of the previous message, for messages that are too short to show theirs. */
export function cuesOfMessage(message: string, prior?: Language): MessageCues {
  const isLong = message.length > 2 * READ_CHARACTERS
  const text = isLong ? `${message.slice(0, READ_CHARACTERS)}\n${message.slice(-READ_CHARACTERS)}` : message
  const passage = passageOf(text)
  const languages = readingLanguages(detectLanguages(passage), prior)
  const language = languages[0]!
  const cues = cuesIn(passage, languages)
  const sentences = fragmentsOf(text, language).map((sentence) => {
    const end = sentence.start + sentence.text.length
    const own = cues.filter(({ start }) => start >= sentence.start && start < end)
    return cuedText(sentence.text, { language, cues: own, from: sentence.start })
  })
  const from = text.length - text.trimStart().length
  return { ...cuedText(message, { language, cues, from }), sentences }
}

function cuedText(
  text: string,
  { language, cues, from }: { readonly language: Language; readonly cues: readonly Cue[]; readonly from: number },
): CuedText {
  const kinds = new Set(cues.map(({ cue }) => cue))
  return {
    text,
    language,
    has: (cue) => kinds.has(cue),
    opensWith: (cue) => cues.some((each) => each.cue === cue && each.start === from),
  }
}

/** The language that most words of a text indicate. */
export function languageOf(text: string): Language | undefined {
  return detectLanguages(passageOf(text.slice(0, READ_CHARACTERS)))[0]?.language
}
