import { spareTokens } from '../cost/bound.ts'
import type { Source } from '../source.ts'
import type { FoldState, Recall } from '../state.ts'
import { keysOf, MESSAGE_FRAME_TOKENS, type Transcript } from '../transcript.ts'
import { allocations } from './allocate.ts'
import { classify, savedTokens } from './classifier.ts'
import { composeRecall } from './compose.ts'
import { featuresOf, type RecallFeatures } from './features.ts'
import { remember } from './habits.ts'
import { queryOf } from './query.ts'

/** Tokens by which the estimate of digests may be too low. */
const SLACK_TOKENS = 16

/** The recall of a request, and the features of its message. Neither is in the state yet. */
export interface Recalling {
  readonly recall: Recall | undefined
  readonly features: RecallFeatures | undefined
  /** True for a recall whose message surely asks for ranked messages (`Demand.isSure`). */
  readonly isRanked: boolean
}

const NO_RECALL: Recalling = { recall: undefined, features: undefined, isRanked: false }

/** The recall for a request whose new messages are `[from, to)`, after the history before it. */
export function recallFor(source: Source, from: number, to: number): Recalling {
  const { transcript, state, count } = source
  const newest = newestQuestion(source, from, to)
  if (newest === undefined) return NO_RECALL
  const query = queryOf(source, textOf(transcript, newest))
  const features = featuresOf(source, query)
  const demand = classify(source, query, features)
  const spare = spareTokens(source)
  const request = { ...source, query, features, demand, tokens: transcript.tokensOf(newest) }
  for (const proposals of allocations(request)) {
    const text = composeRecall(source, proposals)
    const tokens = count(text) + MESSAGE_FRAME_TOKENS
    if (tokens > state.spareTokens || tokens > spare) continue
    if (proposals.some(({ isNeeded }) => isNeeded) || tokens + SLACK_TOKENS <= savedTokens(state))
      return { recall: { before: newest, text, tokens }, features, isRanked: demand.isSure }
  }
  return { ...NO_RECALL, features }
}

/** The user message that a recall may precede. */
function newestQuestion({ transcript, state, policy }: Source, from: number, to: number): number | undefined {
  const isEarly = state.turn < policy.firstTurn && !state.isTight
  if (state.boundary <= state.systemEnd || isEarly || from >= to) return undefined
  // A recall must not come between tool calls and their results.
  for (let i = from; i < to; i++) if (transcript.answersOf(i).length) return undefined
  // The client's instructions and a prefilled answer may follow the message.
  let last = to - 1
  while (last > from && /^(?:system|assistant)$/.test(transcript.roleOf(last))) last--
  return transcript.roleOf(last) === 'user' ? last : undefined
}

function textOf(transcript: Transcript, index: number): string {
  return transcript
    .piecesOf(index)
    .map((piece) => piece.text)
    .join('\n')
}

/**
 * Records a request that has become history. Its recall is frozen before its message, and the classifier learns from
 * it.
 */
export function keepRecall({ state, policy }: Source, { recall, features, isRanked }: Recalling): void {
  if (recall) state.recalls.push(recall)
  if (!features) return
  remember(state.recallHabits, { habits: features, wasRecalled: isRanked }, policy.recall.habitRate)
}

/** The recall of a state's newest request, and the keys of its messages. */
interface Remembered {
  readonly at: number
  readonly keys: readonly string[]
  readonly recalling: Recalling
}

/** Cache by state. It saves computing the same recall again when the request has become history. */
const remembered = new WeakMap<FoldState, Remembered>()

/** The recall for the newest request, whose new messages are `[from, to)`. */
export function recallNewest(source: Source, from: number, to: number): Recalling {
  const recalling = recallFor(source, from, to)
  remembered.set(source.state, { at: from, keys: keysOf(source.transcript, from, to), recalling })
  return recalling
}

/** The recall of a request in the history, from the cache if this state has computed it. */
export function recallAgain(source: Source, from: number, to: number): Recalling {
  const known = remembered.get(source.state)
  const isKnown = known?.at === from && known.keys.join() === keysOf(source.transcript, from, to).join()
  return isKnown ? known.recalling : recallFor(source, from, to)
}
