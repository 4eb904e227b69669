import type { CueId } from '../../lexicon/cue-ids.ts'
import { analyzeText } from '../../text/analysis.ts'
import { wordedSentence } from '../../text/telegraphic.ts'

/** What a fragment says: in telegraphic wording, with the cues that tell what it does to what was said before. */
export interface Statement {
  readonly text: string
  /** Whether it corrects, replaces, revokes, refuses or keeps something. */
  readonly isChange: boolean
}

const CHANGES: readonly CueId[] = [
  'correction',
  'replacement',
  'revocation',
  'refusal',
  'keeping',
  'negation',
  'exception',
]
/** Longer texts are data, of which no cue changes anything. */
const LONGEST_CHANGE = 600

/** Reads one fragment of a message. */
export function readStatement(fragment: string): Statement {
  const { sentences } = analyzeText(fragment)
  let text = ''
  let isChange = false
  let at = 0
  for (const sentence of sentences) {
    const worded = wordedSentence(fragment, sentence)
    if (worded) text += (text ? (fragment.slice(at, sentence.start).includes('\n') ? '\n' : ' ') : '') + worded
    at = sentence.end
    isChange ||= sentence.clauses.some(({ kinds }) => CHANGES.some((cue) => kinds.has(cue)))
  }
  return { text, isChange: isChange && fragment.length <= LONGEST_CHANGE }
}
