import type { CueId } from '../../lexicon/cue-ids.ts'
import { analyzeText, type Sentence } from '../../text/analysis.ts'
import { wordedSentence } from '../../text/telegraphic.ts'

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

/** Reads one fragment of a message. */
export function readStatement(fragment: string): Statement {
  const { sentences } = analyzeText(fragment)
  let text = ''
  let isChange = false
  let isCorrection = false
  let at = 0
  for (const sentence of sentences) {
    const worded = wordedSentence(fragment, sentence)
    if (worded) text += (text ? (fragment.slice(at, sentence.start).includes('\n') ? '\n' : ' ') : '') + worded
    at = sentence.end
    isChange ||= holds(sentence, CHANGES)
    isCorrection ||= holds(sentence, CORRECTIONS)
  }
  const isShort = fragment.length <= LONGEST_CHANGE
  return { text, isChange: isChange && isShort, isCorrection: isCorrection && isShort }
}

function holds({ clauses }: Sentence, cues: readonly CueId[]): boolean {
  return clauses.some(({ kinds }) => cues.some((cue) => kinds.has(cue)))
}
