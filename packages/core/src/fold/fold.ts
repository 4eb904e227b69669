import { type Caching, isSameCaching, NO_CACHING } from '../caching.ts'
import type { Edit } from '../edits.ts'
import { runSteps, type Steps } from '../run-steps.ts'
import type { StaticVectors } from '../tags/static-vectors.ts'
import { appendMessage } from './append-message.ts'
import { clientEdits, takeClientEdits } from './client-edits.ts'
import { readAhead } from './cloud/read-ahead.ts'
import { pay, sharedTokens } from './cost/bill.ts'
import { type CacheSign, signsKey } from './cost/cache-sign.ts'
import { applyCacheSigns } from './cost/cost-state.ts'
import { holdsForNewest } from './cost/newest-messages.ts'
import { editsOf } from './edits-of.ts'
import { foldTail } from './fold-tail.ts'
import { beginsWith, historyLength } from './history.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { keepRecall, recallAgain, recallNewest } from './recall/recall.ts'
import { showNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import { createFoldState, type FoldState, type Recall } from './state.ts'
import { hasSameSystemPrefix, updateSystemPrefix } from './system-prefix.ts'
import type { CountTokens, Transcript } from './transcript.ts'
import { newestOf } from './window/newest-of.ts'
import { holdsWithin } from './window/window-state.ts'
import { isShared } from './working-copy.ts'

export interface FoldInput {
  readonly transcript: Transcript
  /** State of an earlier request of the same history. It affects speed only. */
  readonly state?: FoldState | undefined
  /** State of the session's newest request, whose history the client may have edited since. Default: `state`. */
  readonly former?: FoldState | undefined
  readonly policy?: Policy
  readonly count: CountTokens
  /** Meaning of texts. With another table, or none, other messages are recalled. */
  readonly vectors?: StaticVectors | undefined
  /** How the provider caches this conversation's input. Without it, every fold is free. */
  readonly caching?: Caching | undefined
  /** Observations of that cache, by the request for which they were made, oldest first. */
  readonly cacheSigns?: readonly CacheSign[]
  /** Tokens that all messages together may have in the model's context window. Undefined: unknown. */
  readonly window?: number | undefined
}

/**
 * `window`: folded tighter, so that the request fits. `window-pins`: pinned messages had to be folded too. `too-long`:
 * the request cannot fit, and is sent unchanged.
 */
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
  /** How the request was changed, or why it was not. */
  readonly outcome: FoldOutcome
}

/**
 * The fold: decides which messages are replaced by digests, and which excerpts are recalled for the newest one. It is a
 * function of its input without `state`, which only saves work unless the client has edited old messages (`former`).
 */
export function fold(input: FoldInput): FoldResult {
  return runSteps(foldInSteps(input))
}

/**
 * `fold` in steps. Without a known state, it pauses within and after every turn: a long history takes tenths of a second.
 * A known state is updated in one step, because another request may use it too. Two cases have the same result with pauses:
 * - If many turns are missing, a new state is built.
 * - If the whole history is digested again, that is done on a copy.
 */
export function* foldInSteps(input: FoldInput): Steps<FoldResult> {
  const { transcript, state: known, policy = DEFAULT_POLICY } = input
  const history = historyLength(transcript)
  if (turnAt(transcript, history) < policy.firstTurn && fitsUntouched(input))
    return { edits: [], state: known ?? newState(input), outcome: 'short-conversation' }
  const source = yield* takeHistory(input, history)
  applyCacheSigns(source.state, signsOf(input), history)
  yield* unlessShared(source, foldTail(source, newestOf(transcript, history, transcript.length)))
  const { state } = source
  if (state.spareTokens < 0) return { edits: [], state, outcome: 'too-long' }
  const { recall } = recallNewest(source, history, transcript.length)
  const shortened = showNewest(source, history, transcript.length)
  const edits = editsOf(transcript, state, { recall, shortened })
  return { edits, state, outcome: outcomeOf({ edits, recall, state }) }
}

/**
 * Updates the state of a conversation with the messages of an answered request, for its tag cloud, even if the
 * conversation is too short to be folded. Messages that the fold has already read are not read again.
 */
export function* observeInSteps(input: FoldInput): Steps<FoldState> {
  const { transcript, state: known } = input
  const history = historyLength(transcript)
  const isTaken = known !== undefined && known.keys.length >= history
  const source = isTaken ? sourceOf(input, known) : yield* takeHistory({ ...input, window: known?.room }, history)
  readAhead(source)
  return source.state
}

/** Missing turns above which a known state is not updated, so that this step stays short. */
const MAX_TURNS_AT_ONCE = 8

/** Appends the missing messages of the history to a known state that applies, or the whole history to a new one. */
function* takeHistory(input: FoldInput, history: number): Steps<Source> {
  const { transcript, state: known, former = known, policy = DEFAULT_POLICY, caching = NO_CACHING } = input
  const signs = signsOf(input)
  const { keys } = newestOf(transcript, history, transcript.length)
  const isApplicable = (state: FoldState): boolean =>
    state.objective === policy.objective &&
    isSameCaching(state.caching, caching) &&
    holdsForNewest(state, { end: history, keys }) &&
    holdsWithin(state, input.window, { end: history, keys })
  const isKnown =
    known !== undefined &&
    isApplicable(known) &&
    isDecidedFor(known, transcript) &&
    isExtendedBy(known, { transcript, history, signs })
  const extended = isKnown ? known : undefined
  const isLater = former !== undefined && former.keys.length > (extended?.keys.length ?? 0)
  // Cache signs are not compared: they refer to the history before the client's edits.
  const edits =
    isLater && isApplicable(former) && hasSameSystemPrefix(former, transcript)
      ? clientEdits(former, transcript, history)
      : undefined
  const usable = edits ? former : extended
  const kept = usable && turnsMissing(usable, transcript, history) <= MAX_TURNS_AT_ONCE ? usable : undefined
  const source = sourceOf(input, kept ?? newState(input))
  if (kept) {
    kept.room = input.window
    updateSystemPrefix(kept, transcript)
  }
  while (source.state.keys.length < history) {
    yield* unlessShared(source, consumeTurn(source, history, signs))
  }
  // Applied last: the previous request was sent and paid for without the client's replacements.
  if (kept && edits) takeClientEdits(source, edits)
  return source
}

/**
 * True if the new messages on which decisions of the state depended are those of the transcript. A side request has
 * other new messages after the same history, and so has a request whose newest message was edited. Instructions at the
 * start may differ.
 */
function isDecidedFor(state: FoldState, transcript: Transcript): boolean {
  const { newestAt, newestFor, tightenedAt, tightenedFor, systemEnd } = state
  const isFor = (keys: string, at: number): boolean =>
    at <= systemEnd || newestOf(transcript, at, transcript.length).keys === keys
  return isFor(newestFor, newestAt) && isFor(tightenedFor, tightenedAt)
}

/** Runs steps, without pauses while they change a state that other requests may use too. */
function* unlessShared<Result>(source: Source, steps: Steps<Result>): Steps<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (!isShared(source)) yield
  }
}

function newState({ transcript, policy = DEFAULT_POLICY, caching, window }: FoldInput): FoldState {
  const state = createFoldState(policy.objective, caching, window)
  state.pinnedTokens = transcript.pinnedTokens
  return state
}

function sourceOf(input: FoldInput, state: FoldState): Source {
  const { transcript, policy = DEFAULT_POLICY, count, vectors } = input
  const shared = state === input.state || state === input.former ? state : undefined
  return { transcript, state, shared, policy, count, vectors }
}

function signsOf({ caching, cacheSigns = [] }: FoldInput): readonly CacheSign[] {
  return caching === undefined || caching.kind === 'none' ? [] : cacheSigns
}

/** Repeats the decisions of the request for the next answer, and appends everything up to the next question. */
function* consumeTurn(source: Source, history: number, signs: readonly CacheSign[]): Steps<void> {
  const { transcript } = source
  let next = source.state.keys.length
  const answer = answerIndex(transcript, next, history)
  applyCacheSigns(source.state, signs, next)
  yield* foldTail(source, newestOf(transcript, next, answer))
  const { state } = source
  const moved = state.foldedAt === next ? sharedTokens(state) : undefined
  keepRecall(source, recallAgain(source, next, answer))
  while (next < answer) appendMessage(source, next++)
  pay(state, moved)
  while (next < history && transcript.roleOf(next) === 'assistant') appendMessage(source, next++)
  yield
}

function outcomeOf(done: { edits: readonly Edit[]; recall: Recall | undefined; state: FoldState }): FoldOutcome {
  if (done.state.isTight) return done.state.givenUp.size > 0 ? 'window-pins' : 'window'
  if (done.recall) return 'recalled'
  return done.edits.length ? 'folded' : 'nothing-to-fold'
}

/** True if the messages fit the window unchanged. */
function fitsUntouched({ transcript, window = Number.POSITIVE_INFINITY }: FoldInput): boolean {
  let left = window
  for (let i = 0; i < transcript.length && left >= 0; i++) left -= transcript.tokensOf(i)
  return left >= 0
}

function turnsMissing({ keys }: FoldState, transcript: Transcript, history: number): number {
  let turns = 0
  for (let i = keys.length; i < history; i++)
    if (transcript.roleOf(i) === 'assistant' && (i === 0 || transcript.roleOf(i - 1) !== 'assistant')) turns++
  return turns
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
  return beginsWith(transcript, state) && hasSameSystemPrefix(state, transcript)
}
