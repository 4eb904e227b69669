import { type Caching, isSameCaching, NO_CACHING } from '../caching.ts'
import type { Edit } from '../edits.ts'
import type { StaticVectors } from '../tags/static-vectors.ts'
import { clientEdits, takeClientEdits } from './client-edits.ts'
import { readAhead } from './cloud/read-ahead.ts'
import { consume } from './consume.ts'
import { pay, sharedTokens } from './cost/bill.ts'
import { type CacheSign, signsKey } from './cost/cache-sign.ts'
import { heed } from './cost/cost-state.ts'
import { holdsForNewest } from './cost/newest-messages.ts'
import { editsOf } from './edits-of.ts'
import { foldTail } from './fold-tail.ts'
import { historyLength } from './history.ts'
import { isLedAlike, takeLead } from './lead.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { keepRecall, recallAgain, recallNewest } from './recall/recall.ts'
import { showNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import { createFoldState, type FoldState, type Recall } from './state.ts'
import type { CountTokens, Transcript } from './transcript.ts'
import { newestOf } from './window/newest-of.ts'
import { holdsWithin } from './window/window-state.ts'

export interface FoldInput {
  readonly transcript: Transcript
  /** What an earlier request of the same history left: not needed for correctness, only for speed. */
  readonly state?: FoldState | undefined
  /** What the newest request of the session left, of which the client may have edited the history since. */
  readonly former?: FoldState | undefined
  readonly policy?: Policy
  readonly count: CountTokens
  /** Meaning of texts; with another table, or none, other messages are recalled. */
  readonly vectors?: StaticVectors | undefined
  /** How the provider caches this conversation's input; without it every fold is free. */
  readonly caching?: Caching | undefined
  /** What was known of that cache, by the request it was known for, oldest first. */
  readonly cacheSigns?: readonly CacheSign[]
  /** Tokens that all messages may have together, so that the model's context window takes them; undefined: unknown. */
  readonly window?: number | undefined
}

/** `window`: folded tighter, so that the request fits; `too-long`: it cannot be made to fit, and is left alone. */
export type FoldOutcome =
  | 'folded'
  | 'recalled'
  | 'window'
  | 'window-pins'
  | 'too-long'
  | 'short-conversation'
  | 'nothing-to-fold'

export interface FoldResult {
  readonly edits: readonly Edit[]
  readonly state: FoldState
  /** `folded`, `recalled`, or why nothing was done. */
  readonly outcome: FoldOutcome
}

/**
 * The fold: which messages leave as digests, what is recalled for the newest one. A function of the transcript, the
 * policy and the cache signs alone; `state` only saves the work of the turns before (invariant 2).
 */
export function fold(input: FoldInput): FoldResult {
  const steps = foldInSteps(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Limit of the algorithm: a longer conversation is sent as it came. Every turn of a history of which nothing is remembered
 * takes its time, however short its messages are.
 */
const MOST_MESSAGES = 10_000

/**
 * The same, giving way after every turn of a history of which nothing is remembered: a long one takes tenths of a second.
 * A memory that is only brought up to date may be another request's too, so that is done in one step.
 */
export function* foldInSteps(input: FoldInput): Generator<void, FoldResult, void> {
  const { transcript, state: known, policy = DEFAULT_POLICY } = input
  const history = historyLength(transcript)
  const isLong = transcript.length > MOST_MESSAGES
  const isEarly = turnAt(transcript, history) < policy.firstTurn
  if (isLong || (isEarly && fitsUntouched(input))) {
    const outcome = isLong ? 'nothing-to-fold' : 'short-conversation'
    return { edits: [], state: known ?? newState(input), outcome }
  }
  const source = yield* takeHistory(input, history)
  const { state } = source
  heed(state, signsOf(input), history)
  foldTail(source, newestOf(transcript, history, transcript.length))
  if (state.spareTokens < 0) return { edits: [], state, outcome: 'too-long' }
  const { recall } = recallNewest(source, history, transcript.length)
  const shortened = showNewest(source, history, transcript.length)
  const edits = editsOf(transcript, state, { recall, shortened })
  return { edits, state, outcome: outcomeOf({ edits, recall, state }) }
}

/**
 * Brings the memory of a conversation up to date with the messages of a request that is answered, for its tag cloud: also of
 * a conversation that is too short to be folded. What the fold has taken in already is not read again.
 */
export function* observeInSteps(input: FoldInput): Generator<void, FoldState, void> {
  const { transcript, state: known } = input
  if (transcript.length > MOST_MESSAGES) return known ?? newState(input)
  const history = historyLength(transcript)
  const isTaken = known !== undefined && known.keys.length >= history
  const source = isTaken ? sourceOf(input, known) : yield* takeHistory({ ...input, window: known?.room }, history)
  readAhead(source)
  return source.state
}

/** What works on the history before the newest messages, all of it taken in. */
function* takeHistory(input: FoldInput, history: number): Generator<void, Source, void> {
  const { transcript, state: known, former = known, policy = DEFAULT_POLICY, caching = NO_CACHING } = input
  const signs = signsOf(input)
  const { keys } = newestOf(transcript, history, transcript.length)
  const isOfGoal = (state: FoldState): boolean =>
    state.objective === policy.objective &&
    isSameCaching(state.caching, caching) &&
    holdsForNewest(state, { end: history, keys }) &&
    holdsWithin(state, input.window, { end: history, keys })
  const extended = known && isOfGoal(known) && isExtendedBy(known, { transcript, history, signs }) ? known : undefined
  const isLater = former !== undefined && former.keys.length > (extended?.keys.length ?? 0)
  // What was known of the cache is known of the history as it was.
  const edits =
    isLater && isOfGoal(former) && isLedAlike(former, transcript) ? clientEdits(former, transcript, history) : undefined
  const kept = edits ? former : extended
  const isUsable = kept !== undefined
  const source = sourceOf(input, kept ?? newState(input))
  if (kept) {
    kept.room = input.window
    takeLead(kept, transcript)
  }
  while (source.state.keys.length < history) {
    consumeTurn(source, history, signs)
    if (!isUsable) yield
  }
  // The request before was sent, and is paid for, with what the client has replaced since.
  if (edits) takeClientEdits(source, edits)
  return source
}

function newState({ transcript, policy = DEFAULT_POLICY, caching, window }: FoldInput): FoldState {
  const state = createFoldState(policy.objective, caching, window)
  state.pinnedTokens = transcript.pinnedTokens
  return state
}

function sourceOf({ transcript, policy = DEFAULT_POLICY, count, vectors }: FoldInput, state: FoldState): Source {
  return { transcript, state, policy, count, vectors }
}

function signsOf({ caching, cacheSigns = [] }: FoldInput): readonly CacheSign[] {
  return caching === undefined || caching.kind === 'none' ? [] : cacheSigns
}

/** Decides as was decided when the next answer was asked for, and takes everything up to the next question. */
function consumeTurn(source: Source, history: number, signs: readonly CacheSign[]): void {
  const { transcript, state } = source
  let next = state.keys.length
  const answer = answerIndex(transcript, next, history)
  heed(state, signs, next)
  foldTail(source, newestOf(transcript, next, answer))
  const moved = state.foldedAt === next ? sharedTokens(state) : undefined
  keepRecall(source, recallAgain(source, next, answer))
  while (next < answer) consume(source, next++)
  pay(state, moved)
  while (next < history && transcript.roleOf(next) === 'assistant') consume(source, next++)
}

function outcomeOf(done: { edits: readonly Edit[]; recall: Recall | undefined; state: FoldState }): FoldOutcome {
  if (done.state.isTight) return done.state.givenUp.size > 0 ? 'window-pins' : 'window'
  if (done.recall) return 'recalled'
  return done.edits.length ? 'folded' : 'nothing-to-fold'
}

/** Whether the window takes the messages as the client sent them. */
function fitsUntouched({ transcript, window = Number.POSITIVE_INFINITY }: FoldInput): boolean {
  let left = window
  for (let i = 0; i < transcript.length && left >= 0; i++) left -= transcript.tokensOf(i)
  return left >= 0
}

function turnAt(transcript: Transcript, end: number): number {
  let turn = 1
  for (let i = 0; i < end; i++) if (transcript.roleOf(i) === 'assistant') turn++
  return turn
}

function answerIndex(transcript: Transcript, from: number, end: number): number {
  let index = from
  while (index < end && transcript.roleOf(index) !== 'assistant') index++
  return index
}

interface Request {
  readonly transcript: Transcript
  readonly history: number
  readonly signs: readonly CacheSign[]
}

function isExtendedBy(state: FoldState, { transcript, history, signs }: Request): boolean {
  if (state.keys.length > history || state.cacheKey !== signsKey(signs, state.preparedAt)) return false
  // Newest first: where histories part, they part late.
  for (let i = state.keys.length - 1; i >= state.lead; i--) if (state.keys[i] !== transcript.keyOf(i)) return false
  return isLedAlike(state, transcript)
}
