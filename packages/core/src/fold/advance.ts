import type { StaticVectors } from '../tags/static-vectors.ts'
import { affordable, pay, sharedTokens } from './bill.ts'
import { legalBoundaries } from './boundary.ts'
import { type Budget, budgetOf, genreOf } from './budget.ts'
import { composeDigest } from './digest.ts'
import { leanedOn, type Need, needOf, needScore, recallShareOf } from './gate.ts'
import { remember } from './gate-memory.ts'
import { composeLedger } from './ledger.ts'
import { addMeaning } from './meaning-arena.ts'
import type { Policy } from './policy.ts'
import { RECALL_HEAD } from './preamble.ts'
import { rankFolded } from './rank.ts'
import { composeRecall } from './recall.ts'
import { noteReplaced } from './replaced.ts'
import { keepNewest, savedBy, show, showNewest } from './shown.ts'
import { carryInstructions, isCondensed, openQuestion } from './standing.ts'
import type { FoldState, Recall } from './state.ts'
import { tailTokens } from './tail.ts'
import { addTerms } from './term-arena.ts'
import { termVector } from './terms.ts'
import { toldScore } from './told.ts'
import { readToolText } from './tool-text.ts'
import { type CountTokens, MESSAGE_FRAME_TOKENS, type Transcript } from './transcript.ts'
import { addYoung, settleYoung } from './young.ts'

export interface Source {
  readonly transcript: Transcript
  readonly state: FoldState
  readonly policy: Policy
  readonly count: CountTokens
  /** Meaning of texts, where a table is at hand. The same for the whole life of a session. */
  readonly vectors?: StaticVectors | undefined
}

/** Takes message `index` into the history. */
export function consume(source: Source, index: number): void {
  const { transcript, state } = source
  const role = transcript.roleOf(index)
  const texts = transcript.piecesOf(index).map((piece) => piece.text)
  const vector = termVector(texts)
  const tokens = transcript.tokensOf(index)
  state.keys.push(transcript.keyOf(index))
  const { shortened, inSight } = show(source, index, state.inSight)
  state.inSight.push(...inSight)
  state.tokens.push(tokens)
  state.sent.push(tokens - savedBy(source, index, shortened))
  if (shortened.length) state.shortened.set(index, shortened)
  addTerms(state.terms, vector)
  addMeaning(state.meanings, meaningOf(source, texts))
  state.turns.push(state.turn)
  state.roles.push(role)
  noteReplaced(transcript, state, index)
  if (role === 'system' && state.lead === index) {
    state.lead = state.boundary = index + 1
    return
  }
  for (const id of vector.ids) state.frequency.set(id, (state.frequency.get(id) ?? 0) + 1)
  state.historyTokens += tokens
  if (role === 'assistant') {
    state.assistantTokens += tokens
    state.turn++
  } else if (transcript.answersOf(index).length) {
    state.toolTokens += tokens
    state.toolMessages++
    const isRecord = transcript
      .piecesOf(index)
      .some(({ kind, text }) => kind === 'result' && readToolText(text).kind === 'json')
    if (isRecord) state.recordTokens += tokens
  }
}

function meaningOf({ vectors }: Source, texts: readonly string[]): Int8Array {
  return vectors ? vectors.embed(texts.join('\n')) : NO_MEANING
}

const NO_MEANING = new Int8Array(0)

/** Decides, once for each length of the history, whether its tail is folded now, and folds it. */
export function foldTail(source: Source): void {
  const { transcript, state, policy, count } = source
  const end = state.keys.length
  if (state.preparedAt === end) return
  state.preparedAt = end
  if (state.turn < policy.firstTurn) return
  if (isThinkingInLoop(transcript, end)) return
  const genre = genreOf(state)
  const budget = budgetOf(state, policy, genre)
  if (!budget.isDue) return
  const kept = keepNewest(source, (sent) => cut(source, budget, sent), budget.keptTokens)
  if (kept === undefined) return
  const { to } = kept
  leaveStanding(source, to)
  const span = spanOf(state, to)
  if (budget.young) settleYoung(source, budget.young, { span, room: budget.digestRoom(kept.tokens) })
  else state.young = []
  const room = Math.min(budget.digestRoom(kept.tokens), (budget.young?.density ?? 1) * span)
  if (room <= 0) return
  const range = { from: state.boundary, to }
  const ledger = genre === 'chat' ? undefined : composeLedger(source, range, room)
  const text = genre === 'chat' ? composeDigest(source, range, room) : ledger?.text
  if (!text) return
  const tokens = count(text) + MESSAGE_FRAME_TOKENS
  let replaced = -kept.restored
  for (let i = state.boundary; i < to; i++) if (isCondensed(transcript, state, i)) replaced += state.sent[i]!
  if (tokens >= replaced) return
  state.digests.push({ text, to, tokens })
  state.digestTokens += tokens
  if (budget.young && ledger) addYoung(state, ledger, span)
  carryInstructions(transcript, state, { from: state.boundary, to })
  state.boundary = to
  state.foldedAt = end
  state.recalls = state.recalls.filter((recall) => recall.before >= to)
  kept.apply()
  for (let i = to; i < end; i++) dropThinking(source, i)
}

/** Tokens of the messages of the tail before `to`, as they came. */
function spanOf(state: FoldState, to: number): number {
  let span = 0
  for (let i = state.boundary; i < to; i++) span += state.tokens[i]!
  return span
}

/** A question that tools are at work on stays word for word, unless it is so long that nothing else would find room. */
function leaveStanding({ transcript, state, policy }: Source, to: number): void {
  for (const i of openQuestion(transcript, state.keys.length)) {
    // A fold that was due before and came to nothing has left it standing already.
    if (i < state.boundary || i >= to || state.standing.has(i)) continue
    if (state.sent[i]! > policy.standingShare * state.historyTokens) continue
    state.standing.add(i)
    state.standingTokens += state.sent[i]!
  }
}

/** Thinking that was signed behind what has just been folded is lost: the provider would refuse it. */
function dropThinking({ transcript, state }: Source, index: number): void {
  const parts = transcript.thinkingOf(index)
  if (parts.length) state.dropped.set(index, parts)
}

/** While the request to come answers tool calls, the thinking since the last question has to stay as it is. */
function isThinkingInLoop(transcript: Transcript, end: number): boolean {
  if (end === 0 || transcript.callsOf(end - 1).length === 0) return false
  for (let i = end - 1; i >= 0; i--) {
    if (transcript.thinkingOf(i).length) return true
    if (transcript.roleOf(i) === 'user' && !transcript.answersOf(i).length) return false
  }
  return false
}

/** The latest legal cut that still keeps the newest messages which fit `keptTokens`; else the earliest behind them. */
function cut({ transcript, state }: Source, budget: Budget, sent: readonly number[]): number | undefined {
  const { keptTokens, keptMessages } = budget
  const end = state.keys.length
  let wanted = end
  let kept = 0
  while (wanted > state.boundary && end - wanted < keptMessages) {
    kept += sent[wanted - 1]!
    if (kept > keptTokens) break
    wanted--
  }
  const boundaries = legalBoundaries(transcript, state.boundary, end)
  return boundaries.filter((boundary) => boundary <= wanted).at(-1)
}

/** What a request gets back of what was folded, and what it asked for; nothing of it is kept in the state. */
export interface Recalling {
  readonly recall: Recall | undefined
  readonly need: Need | undefined
  /** Whether it asked for what is out of sight; an answer it leaned on does not count. */
  readonly wasAsked: boolean
}

const NO_RECALL: Recalling = { recall: undefined, need: undefined, wasAsked: false }

/** The recall for a request whose new messages are `[from, to)`, given the history before it. */
export function recallFor(source: Source, from: number, to: number): Recalling {
  const { transcript, state, policy, count } = source
  if (state.boundary <= state.lead || state.turn < policy.firstTurn || from >= to) return NO_RECALL
  // A message of ours may not stand between tool calls and their results.
  for (let i = from; i < to; i++) if (transcript.answersOf(i).length) return NO_RECALL
  const last = lastSaid(transcript, from, to)
  if (transcript.roleOf(last) !== 'user') return NO_RECALL
  const text = transcript
    .piecesOf(last)
    .map((piece) => piece.text)
    .join('\n')
  const query = termVector([text])
  const need = needOf(state, query, text)
  const score = Math.max(needScore(need, state.gate), toldScore(source, { query, need, memory: state.gate }))
  const share = recallShareOf(score, state.gate, policy)
  const free = policy.totalShare * state.historyTokens - state.digestTokens - tailTokens(state)
  const room = Math.floor(Math.min(share * state.historyTokens, free, recallBudget(source)))
  const whole = leanedOn(state, need, policy)
  const wasAsked = room >= LEAST_RECALL_TOKENS
  if (!wasAsked && whole === undefined) return { recall: undefined, need, wasAsked }
  const scores = wasAsked ? rankFolded(source, { terms: query, meaning: meaningOf(source, [text]) }) : NO_SCORES
  const excerpt = composeRecall({ transcript, state }, { scores, room, whole })
  if (!excerpt) return { recall: undefined, need, wasAsked: false }
  const recallText = `${RECALL_HEAD}\n${excerpt}`
  return {
    recall: { before: last, text: recallText, tokens: count(recallText) + MESSAGE_FRAME_TOKENS },
    need,
    wasAsked,
  }
}

/** Where the user pays a cached price, a recall may take no more than the bill bears. */
function recallBudget({ state, policy }: Source): number {
  if (policy.objective !== 'cost') return Number.POSITIVE_INFINITY
  const sent = state.digestTokens + state.standingTokens + tailTokens(state)
  const shared = sharedTokens(state)
  return affordable(state, policy, { shared, kept: sent - shared }) - 2 * MESSAGE_FRAME_TOKENS
}

/** The newest message that is not an instruction of whoever runs the client. */
function lastSaid(transcript: Transcript, from: number, to: number): number {
  let last = to - 1
  while (last > from && transcript.roleOf(last) === 'system') last--
  return last
}

/** Adds the request whose new messages are `[from, to)` to the bills; after its recall was kept, before it is history. */
export function payFor(source: Source, from: number, to: number): void {
  if (source.policy.objective !== 'cost') return
  let came = 0
  let sent = 0
  const shortened = showNewest(source, from, to)
  for (let i = from; i < to; i++) {
    const tokens = source.transcript.tokensOf(i)
    came += tokens
    sent += tokens - savedBy(source, i, shortened.get(i)!)
  }
  pay(source.state, { came, sent })
}

/** The request is history now: its recall is frozen before its message, and the gate has learned from it. */
export function keepRecall(state: FoldState, { recall, need, wasAsked }: Recalling): void {
  if (recall) state.recalls.push(recall)
  if (need) remember(state.gate, need, wasAsked)
}

const LEAST_RECALL_TOKENS = 24
const NO_SCORES = new Float64Array(0)
