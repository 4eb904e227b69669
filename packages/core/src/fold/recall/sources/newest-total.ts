import { analyzeText, holdsCue } from '../../../text/analysis.ts'
import { CODE_FENCE } from '../../active-artifact.ts'
import { languageAt } from '../../language-at.ts'
import { perMessage, saidIn } from '../../transcript.ts'
import { GAP } from '../gap.ts'
import { type Allocation, LINE_TOKENS, type Proposal, type RecallRequest, type RecallSource } from '../recall-source.ts'

/** Limits of the algorithm: folded messages that are read, newest first, and tokens of the longest. A longer one is data. */
const MAX_READ = 40
const MAX_TOKENS = 600
/** Number of sentences that are quoted. */
const MAX_QUOTED = 2

/**
 * The newest total in the conversation, for a message that asks for an amount. Such a message seldom shares a word with the
 * sum: "what do we pay?", "that makes 216 euros altogether".
 */
export const newestTotal: RecallSource = { value: 0.35, propose }

function* propose({ transcript, state, query, count }: RecallRequest, { left }: Allocation): Generator<Proposal> {
  if (!query.cues.has('askAmount') && !query.cues.has('total')) return
  let room = left
  const oldest = Math.max(state.systemEnd, state.boundary - MAX_READ)
  for (let index = state.boundary - 1; index >= oldest; index--) {
    if (state.tokens[index]! > MAX_TOKENS || state.standing.has(index)) continue
    const text = totalsOf(transcript, index)
    if (!text) continue
    const tokens = count(text) + LINE_TOKENS
    if (tokens > room) return
    room -= tokens
    yield { index, text, tokens, isPart: true }
    // A hypothetical total does not replace the one before it.
    if (!isHypothetical({ transcript, state }, index)) return
  }
}

/** A calculation with its result: "72 × 85 + 360 = 6,480". */
const CALCULATION = /\p{Nd} ?[+×*·x] ?[^=\n]{0,40}\p{Nd}[^=\n]{0,12}= ?[^=\n\p{Nd}]{0,6}\p{Nd}/u

/** The last sentences of a message that state a total or calculate one. */
const totalsOf = perMessage((transcript, index): string => {
  const said = saidIn(transcript, index)
  if (said.includes(CODE_FENCE)) return ''
  const totals = analyzeText(said, languageAt(transcript, index)).sentences.filter(
    ({ start, end, clauses }) =>
      clauses.some(({ kinds, values, flags }) => kinds.has('total') && values.length > 0 && !flags.question) ||
      CALCULATION.test(said.slice(start, end)),
  )
  const quoted = totals.slice(-MAX_QUOTED).map(({ start, end }) => said.slice(start, end))
  return quoted.join(GAP)
})

/** True if a message or the one that it answers is about a hypothetical case. */
function isHypothetical({ transcript, state }: Pick<RecallRequest, 'transcript' | 'state'>, index: number): boolean {
  return [index - 1, index].some((each) => each >= state.systemEnd && supposes(transcript, each))
}

const supposes = perMessage((transcript, index): boolean => {
  const { sentences } = analyzeText(saidIn(transcript, index), languageAt(transcript, index))
  return holdsCue(sentences, ['hypothetical'])
})
