import type { CueId } from '../../lexicon/cue-ids.ts'
import { cuesIn, passageOf, readingLanguages } from '../../lexicon/cues.ts'
import { detectLanguages } from '../../lexicon/detect.ts'
import type { Language } from '../../lexicon/languages.ts'

/** A message says what it wants at its beginning or its end; what stands between is a text that it hands over. */
const READ_CHARACTERS = 2000

/** The cues of a message that say what it wants. */
export interface MessageCues {
  readonly languages: readonly Language[]
  has(cue: CueId): boolean
  /** Whether the message begins with the cue. */
  opensWith(cue: CueId): boolean
}

/** Reads the cues of a message; `prior` is the language of the one before, for messages too short to tell theirs. */
export function cuesOfMessage(message: string, prior?: Language): MessageCues {
  const isLong = message.length > 2 * READ_CHARACTERS
  const text = isLong ? `${message.slice(0, READ_CHARACTERS)}\n${message.slice(-READ_CHARACTERS)}` : message
  const passage = passageOf(text)
  const languages = readingLanguages(detectLanguages(passage), prior)
  const cues = cuesIn(passage, languages)
  const kinds = new Set(cues.map(({ cue }) => cue))
  const start = text.length - text.trimStart().length
  return {
    languages,
    has: (cue) => kinds.has(cue),
    opensWith: (cue) => cues.some((each) => each.cue === cue && each.start === start),
  }
}

/** The language that most words of a text speak for. */
export function languageOf(text: string): Language | undefined {
  return detectLanguages(passageOf(text.slice(0, READ_CHARACTERS)))[0]?.language
}
