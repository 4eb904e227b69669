import type { Steps } from '../run-steps.ts'
import { affordableBudget, mayMissCache } from './affordable-budget.ts'
import { beginAnew, giveUpDigests, isAnewDue, isUnfoldingDue } from './begin-anew.ts'
import type { Budget, Span } from './budget.ts'
import { budgetNow } from './budget-now.ts'
import { staysBounded } from './cost/bound.ts'
import { movesFile } from './cost/moved-files.ts'
import { takeNewest } from './cost/newest-messages.ts'
import { sharedBeforeFold } from './cost/request-tokens.ts'
import { cut } from './cut.ts'
import { type ComposedDigest, composeDigest } from './digest/digest.ts'
import { addDigest } from './digest/digest-state.ts'
import { composeLedger, noteLedger } from './digest/ledger.ts'
import { settleRecent } from './digest/recent-digests.ts'
import { type Genre, genreOf } from './genre.ts'
import { dropThinking, isThinkingInLoop } from './lost-thinking.ts'
import { arePinsGrowing, pinMessages } from './pin/pin-messages.ts'
import { isCondensed, noteInstructions, pin, unpin } from './pin/pins.ts'
import { referenceDocument } from './pin/reference-document.ts'
import { staleDocuments } from './pin/stale-documents.ts'
import { roomOf, spanOf, tokensBesideDigests } from './prospect.ts'
import { forgetRecalls } from './recall/recall-state.ts'
import { PREAMBLES } from './record/record.ts'
import { type Kept, keepNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import { MESSAGE_FRAME_TOKENS } from './transcript.ts'
import { fitWindow } from './window/fit-window.ts'
import { budgetWithin } from './window/window-budget.ts'
import type { NewMessages } from './window/window-state.ts'
import { workOnCopy, writeBack } from './working-copy.ts'

/**
 * Decides once for each length of the history whether to fold its tail, and folds it. Folds tighter if the request with its
 * newest messages would not fit the window.
 */
export function* foldTail(source: Source, newest: NewMessages): Steps<void> {
  if (source.state.preparedAt !== source.state.keys.length) {
    yield* foldIfDue(source, newest)
    source.state.preparedAt = source.state.keys.length
  }
  yield* fitWindow(source, newest, (within, tokens) => {
    const { systemEnd, boundary, keys } = within.state
    if (boundary === systemEnd) pinMessages(within, 'firstFold', { from: systemEnd, to: keys.length })
    const genre = genreOf(within.state, within.policy)
    return foldNow(within, genre, { again: [], leastTo: 0, within: tokens })
  })
  writeBack(source)
}

function* foldIfDue(source: Source, newest: NewMessages): Steps<void> {
  const { state, policy } = source
  const end = state.keys.length
  takeNewest(state, newest)
  if (!mayMove(source)) return
  if (isUnfoldingDue(source)) {
    workOnCopy(source)
    yield* giveUpDigests(source)
    return
  }
  // A fold never crosses a message that is not foldable.
  if (state.boundary < end && !source.transcript.isFoldable(state.boundary)) return
  if (arePinsGrowing(source)) return
  if (state.boundary === state.systemEnd) pinMessages(source, 'firstFold', { from: state.systemEnd, to: end })
  const genre = genreOf(state, policy)
  if (!budgetNow(source, genre).isDue) return
  if (isAnewDue(source, genre) && (yield* foldAnew(source, genre))) return
  yield* foldDue(source, genre)
}

/** Replaces all digests with one of the whole history. Returns whether it did. */
function foldAnew(source: Source, genre: Genre): Steps<boolean> {
  workOnCopy(source)
  const { state } = source
  const { systemEnd, boundary: leastTo, keys } = state
  return beginAnew(source, () => {
    pinMessages(source, 'firstFold', { from: systemEnd, to: keys.length })
    for (const index of staleDocuments(source)) unpin(state, index, referenceDocument)
    return foldNow(source, genre, { again: [], leastTo })
  })
}

/** True if the history may be changed before the next request. */
function mayMove({ transcript, state, policy }: Source): boolean {
  return state.turn >= policy.firstTurn && !isThinkingInLoop(transcript, state, state.keys.length)
}

/** Folds the tail and the stale documents. */
function* foldDue(source: Source, genre: Genre): Steps<void> {
  const { state } = source
  const stale = genre === 'chat' ? staleDocuments(source) : []
  const backlog = state.backlog
  for (const index of stale) unpin(state, index, referenceDocument)
  const folded = stale.filter((index) => index < state.boundary)
  state.backlog = [...folded, ...backlog].sort((a, b) => a - b)
  if (yield* foldNow(source, genre, { again: folded, leastTo: 0 })) return
  state.backlog = backlog
  for (const index of stale) pin(state, index, referenceDocument)
}

interface FoldOptions {
  readonly again: readonly number[]
  readonly leastTo: number
  /** Token limit of digests and tail together, which holds regardless of the bill. */
  readonly within?: number
}

/**
 * Folds the tail if that is due, together with the messages `again`, which earlier folds have passed. Returns whether
 * it did.
 */
function* foldNow(source: Source, genre: Genre, { again, leastTo, within }: FoldOptions): Steps<boolean> {
  const { state } = source
  const usual = budgetNow(source, genre)
  const isForced = within !== undefined
  const budget = isForced ? budgetWithin(usual, source, within) : usual
  if (!budget.isDue) return false
  const kept = keepNewest(source, (sent) => cut(source, budget, { sent, leastTo }), budget.keptTokens)
  if (kept === undefined) return false
  pinMessages(source, 'fold', { from: state.boundary, to: kept.to })
  if (!isForced && movesFile(source, again[0] ?? state.boundary)) return false
  const span = spanOf(source, kept.to, again)
  const affordable = isForced ? budget : affordableBudget(source, budget, { kept, span, again })
  if (!affordable) return false
  const fold = { budget: affordable, kept, span, again, isForced }
  if (!budget.recentDigests || movesFile(source, state.recentDigests[0]?.from ?? state.boundary))
    return yield* writeDigest(source, genre, fold)
  const { tokens: room } = budget.digestRoom(kept.tokens, span)
  const revert = yield* settleRecent(source, budget.recentDigests, { span: span.tokens, room })
  const isWritten = yield* writeDigest(source, genre, fold)
  if (!isWritten) revert()
  return isWritten
}

interface PlannedFold {
  readonly budget: Budget
  readonly kept: Kept
  readonly span: Span
  readonly again: readonly number[]
  readonly isForced: boolean
}

/** Replaces the tail with a digest if that makes the request shorter and keeps the bill within its bound. */
function* writeDigest(
  source: Source,
  genre: Genre,
  { budget, kept, span, again, isForced }: PlannedFold,
): Steps<boolean> {
  const { transcript, state, count } = source
  const end = state.keys.length
  const { to } = kept
  const { tokens: room, forUser } = roomOf(budget, kept, span)
  if (room <= 0 && !isForced) return false
  const range = { from: state.boundary, to }
  // A composed digest has at least one line, even if its budget is smaller.
  const isWordless = isForced && room < LEAST_FORCED_TOKENS
  const digestRoom = { tokens: room, forUser }
  const isChat = genre === 'chat'
  const ledger = isChat || isWordless ? undefined : yield* composeLedger(source, range, digestRoom)
  const digest = isChat && !isWordless ? yield* composeDigest(source, range, digestRoom) : undefined
  const composed = digest ?? ledger
  // Rather than to drop the tail beside earlier digests, all of them are written anew in their common room.
  if (!composed && (!isForced || state.digests.length > 0)) return false
  const text = composed?.text ?? wordlessText(source, { room, to })
  const tokens = text ? count(text) + (composed?.adjoins ? 1 : MESSAGE_FRAME_TOKENS) : 0
  let replaced = -kept.restored
  for (const index of again) replaced += state.sent[index]!
  for (let i = state.boundary; i < to; i++) if (isCondensed(transcript, state, i)) replaced += state.sent[i]!
  if (tokens >= replaced || (!isForced && mayMissCache(source, tokens))) return false
  const written = {
    shared: state.foldedAt === end ? state.foldShared : sharedBeforeFold(state, again),
    total: tokensBesideDigests(source, kept) + state.digestTokens + tokens,
  }
  // A digest may exceed its budget.
  if (!isForced && !staysBounded(source, written)) return false
  state.foldShared = written.shared
  addDigest(state, { text, to, tokens })
  digest?.apply()
  if (ledger) {
    noteLedger(state, ledger)
    const { listed, held } = ledger
    if (budget.recentDigests) state.recentDigests.push({ from: state.boundary, span: span.tokens, listed, held })
  }
  if (!budget.recentDigests) state.recentDigests = []
  for (const index of digest?.whole ?? []) state.whole.add(index)
  if (digest && isForced) passOver(state, digest, room)
  // A digest returns what remains of the backlog. A ledger leaves none.
  state.backlog = digest?.backlog ?? (ledger ? [] : state.backlog)
  noteInstructions(transcript, state, { from: state.boundary, to })
  state.boundary = to
  state.foldedAt = end
  forgetRecalls(state, to)
  kept.apply()
  for (const i of state.kept) dropThinking(source, i)
  for (let i = to; i < end; i++) dropThinking(source, i)
  return true
}

/**
 * Records the messages that a digest of usual budget has left out, so that later digests do not read all of a long history
 * again. Messages that are pinned or in earlier digests were not offered to it: a later digest may need them.
 */
function passOver(state: FoldState, { offered, said, backlog }: ComposedDigest, room: number): void {
  if (room < LEAST_USUAL_SHARE * (state.room ?? 0)) return
  const offeredAgain = new Set(backlog)
  for (const index of offered) if (!said.has(index) && !offeredAgain.has(index)) state.passedOver.add(index)
}

/** A digest with less than this share of the window was limited by a long message. */
const LEAST_USUAL_SHARE = 0.12

/** Tokens of a digest's preamble and one line. */
const LEAST_FORCED_TOKENS = 60

/** The text of a digest without lines, if it fits `room` or if the conversation would otherwise begin with an answer. */
function wordlessText(
  { transcript, count }: Source,
  { room, to }: { readonly room: number; readonly to: number },
): string {
  const text = PREAMBLES.leftOut
  const isBegun = to >= transcript.length || (transcript.roleOf(to) === 'user' && transcript.answersOf(to).length === 0)
  return isBegun && count(text) + MESSAGE_FRAME_TOKENS > room ? '' : text
}
