import { beginAnew, giveUpDigests, isAnewDue, isUnfoldingDue } from './begin-anew.ts'
import { legalBoundaries } from './boundary.ts'
import type { Budget } from './budget.ts'
import { budgetNow } from './budget-now.ts'
import { bearsFold, fallsBelowCache } from './cost/bound.ts'
import { standingBefore, unmovedTokens } from './cost/request-tokens.ts'
import { composeDigest } from './digest/digest.ts'
import { addDigest } from './digest/digest-state.ts'
import { composeLedger, noteLedger } from './digest/ledger.ts'
import { settleYoung } from './digest/young.ts'
import { type Genre, genreOf } from './genre.ts'
import { leadTokensOf } from './lead.ts'
import { dropThinking, isThinkingInLoop, lastLostThinking } from './lost-thinking.ts'
import { arePinsGrowing, pinMessages } from './pin/pin-messages.ts'
import { carryInstructions, isCondensed, pin, unpin } from './pin/pins.ts'
import { referenceDocument } from './pin/reference-document.ts'
import { staleDocuments } from './pin/stale-documents.ts'
import { prospectOf, roomOf, spanOf } from './prospect.ts'
import { forgetRecalls } from './recall/recall-state.ts'
import { keepNewest } from './sight/shown.ts'
import type { Source } from './source.ts'
import { MESSAGE_FRAME_TOKENS } from './transcript.ts'

/** Decides, once for each length of the history, whether its tail is folded now, and folds it. */
export function foldTail(source: Source): void {
  const { state, policy } = source
  const end = state.keys.length
  if (state.preparedAt === end) return
  state.preparedAt = end
  if (!mayMove(source)) return
  if (isUnfoldingDue(source)) {
    giveUpDigests(source)
    return
  }
  if (arePinsGrowing(source)) return
  if (state.boundary === state.lead) pinMessages(source, 'firstFold', { from: state.lead, to: end })
  const genre = genreOf(state, policy)
  if (!budgetNow(source, genre).isDue) return
  if (isAnewDue(source, genre)) {
    const leastTo = state.boundary
    if (beginAnew(source, () => foldNow(source, genre, { again: [], leastTo }))) return
  }
  foldDue(source, genre)
}

/** Whether anything of the history may be changed before the request to come. */
function mayMove({ transcript, state, policy }: Source): boolean {
  const end = state.keys.length
  if (state.turn < policy.firstTurn || isThinkingInLoop(transcript, state, end)) return false
  // Nothing behind a message that is not foldable is ever folded.
  return state.boundary >= end || transcript.isFoldable(state.boundary)
}

/** Folds the tail, and the documents that the conversation has left. */
function foldDue(source: Source, genre: Genre): void {
  const { state } = source
  const stale = genre === 'chat' ? staleDocuments(source) : []
  const unsaid = state.unsaid
  unpin(state, stale)
  const folded = stale.filter((index) => index < state.boundary)
  state.unsaid = [...folded, ...unsaid].sort((a, b) => a - b)
  if (foldNow(source, genre, { again: folded, leastTo: 0 })) return
  state.unsaid = unsaid
  for (const index of stale) pin(state, index, referenceDocument)
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
  if (fallsBelowCache(state, source.policy, left)) return false
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
