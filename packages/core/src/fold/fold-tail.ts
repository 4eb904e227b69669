import { legalBoundaries } from './boundary.ts'
import { type Budget, budgetOf, type Span } from './budget.ts'
import { bearsFold, bearsUnfolding, fallsBelowCache, type Prospect } from './cost/bound.ts'
import { standingBefore, unmovedTokens } from './cost/request-tokens.ts'
import { composeDigest } from './digest/digest.ts'
import { addDigest } from './digest/digest-state.ts'
import { composeLedger, noteLedger } from './digest/ledger.ts'
import { settleYoung, settlingDue, sharedBehindSettling } from './digest/young.ts'
import { type Genre, genreOf } from './genre.ts'
import { openQuestions } from './pin/open-question.ts'
import { arePinsGrowing, pinMessages } from './pin/pin-messages.ts'
import { carryInstructions, isCondensed, pin, unpin } from './pin/pins.ts'
import { referenceDocument } from './pin/reference-document.ts'
import { staleDocuments } from './pin/stale-documents.ts'
import { leadTokensOf } from './lead.ts'
import { forgetRecalls } from './recall/recall-state.ts'
import { type Kept, keepNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import type { FoldState } from './state.ts'
import { MESSAGE_FRAME_TOKENS, type Transcript } from './transcript.ts'
import { unfold } from './unfold.ts'
import { workInHand } from './work-in-hand.ts'

/** Decides, once for each length of the history, whether its tail is folded now, and folds it. */
export function foldTail(source: Source): void {
  const { transcript, state, policy } = source
  const end = state.keys.length
  if (state.preparedAt === end) return
  state.preparedAt = end
  if (state.turn < policy.firstTurn) return
  if (isThinkingInLoop(transcript, state, end)) return
  // Nothing behind such a message is ever folded.
  if (state.boundary < end && !transcript.isFoldable(state.boundary)) return
  if (mayUnfold(source)) return giveUpDigests(source)
  if (arePinsGrowing(source)) return
  if (state.boundary === state.lead) pinMessages(source, 'firstFold', { from: state.lead, to: end })
  const genre = genreOf(state, policy)
  if (isAnewDue(source, genre)) {
    const leastTo = state.boundary
    giveUpDigests(source)
    foldNow(source, genre, { again: [], leastTo })
    return
  }
  if (!budgetNow(source, genre).isDue) return
  const stale = genre === 'chat' ? staleDocuments(source) : []
  const unsaid = state.unsaid
  unpin(state, stale)
  const folded = stale.filter((index) => index < state.boundary)
  state.unsaid = [...folded, ...unsaid].sort((a, b) => a - b)
  if (foldNow(source, genre, { again: folded, leastTo: 0 })) return
  state.unsaid = unsaid
  for (const index of stale) pin(state, index, referenceDocument)
}

function giveUpDigests(source: Source): void {
  const { state } = source
  unfold(source)
  for (let i = state.lead; i < state.keys.length; i++) dropThinking(source, i)
}

/** Whether the digests of a chat have become longer than one of everything would be, and the bill bears that one. */
function isAnewDue(source: Source, genre: Genre): boolean {
  const { transcript, state, policy } = source
  if (genre !== 'chat' || state.priceModels.length === 0 || state.digests.length < 2) return false
  if (lastLostThinking(transcript, state.lead, state.keys.length) >= 0) return false
  const anew = { ...source, state: { ...state, digests: [], digestTokens: 0, boundary: state.lead } }
  const budget = budgetNow(anew, genre)
  const { tokens } = budget.digestRoom(budget.keptTokens, spanOf(anew, state.keys.length, []))
  if (state.digestTokens <= policy.bill.anewAfter * tokens) return false
  const shared = leadTokensOf(state)
  const total = shared + tokens + state.standingTokens + budget.keptTokens
  return bearsFold(state, policy, { shared, total }, policy.bill.anewEarned)
}

function mayUnfold({ transcript, state, policy }: Source): boolean {
  if (state.boundary === state.lead || !bearsUnfolding(state, policy)) return false
  return lastLostThinking(transcript, state.lead, state.keys.length) < 0
}

function budgetNow(source: Source, genre: Genre): Budget {
  const { state, policy } = source
  const end = state.keys.length
  return budgetOf(state, policy, {
    genre,
    loopTokens: loopTokens(source, end),
    workTokens: workTokens(source, end),
  })
}

/** Folds the tail when it is time, and the messages `again`, behind which digests stand already; whether it did. */
function foldNow(
  source: Source,
  genre: Genre,
  { again, leastTo }: { readonly again: readonly number[]; readonly leastTo: number },
): boolean {
  const { transcript, state, count } = source
  const end = state.keys.length
  const budget = budgetNow(source, genre)
  if (!budget.isDue) return false
  const kept = keepNewest(source, (sent) => cut(source, budget, { sent, leastTo }), budget.keptTokens)
  if (kept === undefined) return false
  const { to } = kept
  pinMessages(source, 'fold', { from: state.boundary, to })
  const span = spanOf(source, to, again)
  if (!bearsFold(state, source.policy, prospectOf(source, budget, { kept, span }))) return false
  const shared = leadTokensOf(state) + state.digestTokens + unmovedTokens(state, state.boundary)
  if (budget.young) {
    settleYoung(source, budget.young, { span: span.tokens, room: budget.digestRoom(kept.tokens, span).tokens })
  } else state.young = []
  const { tokens: room, forUser } = roomOf(budget, kept, span)
  if (room <= 0) return false
  const range = { from: state.boundary, to }
  const ledger = genre === 'chat' ? undefined : composeLedger(source, range, { tokens: room, forUser })
  const digest = genre === 'chat' ? composeDigest(source, range, { tokens: room, forUser }) : undefined
  const text = digest?.text ?? ledger?.text ?? ''
  if (!text) return false
  const tokens = count(text) + (digest?.adjoins ? 1 : MESSAGE_FRAME_TOKENS)
  let replaced = -kept.restored
  for (const index of again) replaced += state.sent[index]!
  for (let i = state.boundary; i < to; i++) if (isCondensed(transcript, state, i)) replaced += state.sent[i]!
  if (tokens >= replaced) return false
  const left = leadTokensOf(state) + state.digestTokens + tokens + standingBefore(state, to) + kept.tokens
  if (fallsBelowCache(state, left)) return false
  if (state.foldedAt !== end) state.foldShared = shared
  addDigest(state, { text, to, tokens })
  digest?.apply()
  if (ledger) {
    noteLedger(state, ledger)
    const { listed, held } = ledger
    if (budget.young) state.young.push({ from: state.boundary, span: span.tokens, listed, held })
  }
  for (const index of digest?.whole ?? []) state.whole.add(index)
  // A ledger has been offered what the user said of it, and has the rest of that wait.
  state.unsaid = digest?.unsaid ?? (ledger ? [] : state.unsaid)
  carryInstructions(transcript, state, { from: state.boundary, to })
  state.boundary = to
  state.foldedAt = end
  forgetRecalls(state, to)
  kept.apply()
  for (let i = to; i < end; i++) dropThinking(source, i)
  return true
}

function roomOf(budget: Budget, kept: Kept, span: Span): { readonly tokens: number; readonly forUser: number } {
  const { tokens: most, forUser } = budget.digestRoom(kept.tokens, span)
  return { tokens: Math.min(most, (budget.young?.density ?? 1) * span.tokens + forUser), forUser }
}

/** The request as this fold would leave it, with digests that fill their room. */
function prospectOf(
  source: Source,
  budget: Budget,
  { kept, span }: { readonly kept: Kept; readonly span: Span },
): Prospect {
  const { state } = source
  const { tokens: room } = roomOf(budget, kept, span)
  const lead = leadTokensOf(state)
  const others = lead + standingBefore(state, kept.to) + kept.tokens
  const settling = budget.young && settlingDue(source, budget.young, { span: span.tokens, room: budget.digestRoom(kept.tokens, span).tokens })
  if (!settling || !budget.young) {
    const shared = lead + state.digestTokens + unmovedTokens(state, state.boundary)
    return { shared, total: others + state.digestTokens + room }
  }
  const { leavingTokens } = settling
  const settled = Math.min(settling.room, leavingTokens)
  const density = budget.young.density * span.tokens
  return {
    shared: sharedBehindSettling(state),
    total: others + state.digestTokens - leavingTokens + settled + Math.min(density, room + leavingTokens - settled),
  }
}

/** The messages of the tail before `to`, and the messages `again`. */
function spanOf({ transcript, state, policy }: Source, to: number, again: readonly number[]): Span {
  const { tokens: inFull, shareOfRest } = policy.conversation.statement
  let [tokens, userTokens, assistantTokens, turns] = [0, 0, 0, 0]
  const tail = Array.from({ length: to - state.boundary }, (_, place) => state.boundary + place)
  for (const i of [...again, ...tail]) {
    const own = state.tokens[i]!
    tokens += own
    if (state.roles[i] === 'assistant') {
      assistantTokens += own
      turns++
    } else if (!transcript.answersOf(i).length) {
      userTokens += Math.min(own, inFull) + shareOfRest * Math.max(0, own - inFull)
    }
  }
  return { tokens, userTokens, assistantTokens, turns }
}

/** Tokens of what stands in the tail since the user handed over what is being worked on. */
function workTokens(source: Source, end: number): number {
  return sentFrom(source.state, workInHand(source) ?? end)
}

/** Tokens of what stands in the tail since the question that tools are at work on; 0 outside a tool loop. */
function loopTokens({ transcript, state }: Source, end: number): number {
  const question = openQuestions(transcript, state.question, end).at(-1)
  return question === undefined ? 0 : sentFrom(state, Math.max(question + 1, state.boundary))
}

/** Tokens of the messages from `from` on as they are sent. */
function sentFrom({ sent }: FoldState, from: number): number {
  let tokens = 0
  for (let i = from; i < sent.length; i++) tokens += sent[i]!
  return tokens
}

/** Thinking that was signed behind what has just been folded is lost: the provider would refuse it. */
function dropThinking({ transcript, state }: Source, index: number): void {
  const parts = transcript.thinkingOf(index)
  if (parts.length) state.dropped.set(index, parts)
}

/** While the request to come answers tool calls, the thinking since the last question has to stay as it is. */
function isThinkingInLoop(transcript: Transcript, { hasThought }: FoldState, end: number): boolean {
  return end > 0 && hasThought && transcript.callsOf(end - 1).length > 0
}

/** The latest legal cut that still keeps the newest messages which fit `keptTokens`; else the earliest behind them. */
function cut(
  { transcript, state }: Source,
  budget: Budget,
  { sent, leastTo }: { readonly sent: readonly number[]; readonly leastTo: number },
): number | undefined {
  const { keptTokens, keptMessages } = budget
  const end = state.keys.length
  let wanted = end
  let kept = 0
  while (wanted > state.boundary && end - wanted < keptMessages) {
    kept += sent[wanted - 1]!
    if (kept > keptTokens) break
    wanted--
  }
  wanted = Math.max(wanted, leastTo)
  const lost = lastLostThinking(transcript, state.boundary, end)
  const boundaries = legalBoundaries(transcript, state.boundary, end)
  return boundaries.filter((boundary) => boundary > lost && boundary <= Math.max(wanted, lost + 1)).at(-1)
}

/** The last message whose thinking would be lost behind a fold and could not leave it; -1 where there is none. */
function lastLostThinking(transcript: Transcript, from: number, end: number): number {
  if (!transcript.bindsThinking) return -1
  for (let i = end - 1; i >= from; i--) {
    if (transcript.hasThinking(i) && transcript.thinkingOf(i).length === 0) return i
  }
  return -1
}
