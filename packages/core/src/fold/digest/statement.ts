import type { CueId } from '../../lexicon/cue-ids.ts'
import type { Language } from '../../lexicon/languages.ts'
import { analyzeText, holdsCue } from '../../text/analysis.ts'
import { isRetraction } from '../../text/retractions.ts'
import { telegraphic } from '../../text/telegraphic.ts'

/** A fragment in telegraphic wording, and its effect on earlier statements. */
export interface Statement {
  readonly text: string
  /** True if it corrects, replaces, revokes, refuses or keeps something. */
  readonly isChange: boolean
  /** True if it takes an earlier statement back: the changes that are certain by their words alone. */
  readonly isCorrection: boolean
  /** True if its speaker takes back what they said. */
  readonly isRetraction: boolean
}

const CORRECTIONS: readonly CueId[] = ['correction', 'retraction', 'revocation']
const CHANGES: readonly CueId[] = [...CORRECTIONS, 'replacement', 'refusal', 'keeping', 'negation', 'exception']
/** Longer texts are data, and their cues change nothing. */
export const LONGEST_CHANGE = 600

/** Reads one fragment of a message; `prior` is the language of the conversation. */
export function readStatement(fragment: string, prior?: Language): Statement {
  const { sentences } = analyzeText(fragment, prior)
  const read = fragment.length <= LONGEST_CHANGE ? sentences : []
  return {
    text: telegraphic(fragment, prior),
    isChange: holdsCue(read, CHANGES),
    isCorrection: holdsCue(read, CORRECTIONS),
    isRetraction: isRetraction(read),
  }
}
