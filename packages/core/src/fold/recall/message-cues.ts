import type { CueId } from '../../lexicon/cue-ids.ts'
import { cuesIn, passageOf, readingLanguages } from '../../lexicon/cues.ts'
import { detectLanguages } from '../../lexicon/detect.ts'
import type { Language } from '../../lexicon/languages.ts'
import type { Cue } from '../../lexicon/match.ts'
import { fragmentsOf } from '../../text/fragments.ts'

/** A message says what it wants at its beginning or its end; what stands between is a text that it hands over. */
const READ_CHARACTERS = 2000

/** A text with its cues. */
export interface CuedText {
  readonly text: string
  readonly language: Language
  has(cue: CueId): boolean
  /** Whether the text begins with the cue. */
  opensWith(cue: CueId): boolean
}

/** The cues of a message that say what it wants, in all and sentence by sentence. */
export interface MessageCues extends CuedText {
  readonly sentences: readonly CuedText[]
}

/** Reads the cues of a message; `prior` is the language of the one before, for messages too short to tell theirs. */
export function cuesOfMessage(message: string, prior?: Language): MessageCues {
  const isLong = message.length > 2 * READ_CHARACTERS
  const text = isLong ? `${message.slice(0, READ_CHARACTERS)}\n${message.slice(-READ_CHARACTERS)}` : message
  const passage = passageOf(text)
  const languages = readingLanguages(detectLanguages(passage), prior)
  const language = languages[0]!
  const cues = cuesIn(passage, languages)
  const sentences = fragmentsOf(text).map((sentence) => {
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

/** The language that most words of a text speak for. */
export function languageOf(text: string): Language | undefined {
  return detectLanguages(passageOf(text.slice(0, READ_CHARACTERS)))[0]?.language
}
