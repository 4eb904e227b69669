import type { CueId } from '../../lexicon/cue-ids.ts'
import type { Language } from '../../lexicon/languages.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { telegraphic } from '../../text/telegraphic.ts'

/** What a fragment says: in telegraphic wording, with the cues that tell what it does to what was said before. */
export interface Statement {
  readonly text: string
  /** Whether it corrects, replaces, revokes, refuses or keeps something. */
  readonly isChange: boolean
  /** Whether it takes back what was said: of all changes the ones that are sure by their words alone. */
  readonly isCorrection: boolean
}

const CORRECTIONS: readonly CueId[] = ['correction', 'revocation']
const CHANGES: readonly CueId[] = [...CORRECTIONS, 'replacement', 'refusal', 'keeping', 'negation', 'exception']
/** Longer texts are data, of which no cue changes anything. */
export const LONGEST_CHANGE = 600

/** Reads one fragment of a message; `prior` is the language of the conversation. */
export function readStatement(fragment: string, prior?: Language): Statement {
  const { sentences } = analyzeText(fragment, prior)
  const read = fragment.length <= LONGEST_CHANGE ? sentences : []
  return {
    text: telegraphic(fragment, prior),
    isChange: holdsCue(read, CHANGES),
    isCorrection: holdsCue(read, CORRECTIONS),
  }
}
