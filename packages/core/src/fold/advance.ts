import { legalBoundaries } from './boundary.ts'
import { composeDigest } from './digest.ts'
import { needOf, needScore, recallShareOf } from './gate.ts'
import { remember } from './gate-memory.ts'
import type { Policy } from './policy.ts'
import { RECALL_HEAD } from './preamble.ts'
import { rankFolded } from './rank.ts'
import { composeRecall } from './recall.ts'
import type { FoldState, Recall } from './state.ts'
import { termVector } from './terms.ts'
import { type CountTokens, MESSAGE_FRAME_TOKENS, type Transcript } from './transcript.ts'

export interface Source {
  readonly transcript: Transcript
  readonly state: FoldState
  readonly policy: Policy
  readonly count: CountTokens
}

/** Takes message `index` into the history. */
export function consume({ transcript, state }: Source, index: number): void {
  const role = transcript.roleOf(index)
  const vector = termVector(transcript.piecesOf(index).map((piece) => piece.text))
  const tokens = transcript.tokensOf(index)
  state.keys.push(transcript.keyOf(index))
  state.tokens.push(tokens)
  state.vectors.push(vector)
  state.turns.push(state.turn)
  state.roles.push(role)
  if (role === 'system' && state.lead === index) {
    state.lead = state.boundary = index + 1
    return
  }
  for (const id of vector.ids) state.frequency.set(id, (state.frequency.get(id) ?? 0) + 1)
  state.historyTokens += tokens
  if (role === 'assistant') {
    state.assistantTokens += tokens
    state.turn++
  } else if (role === 'tool' || transcript.answersOf(index).length) state.toolTokens += tokens
}

/** Decides, once for each length of the history, whether its tail is folded now, and folds it. */
export function foldTail(source: Source): void {
  const { transcript, state, policy, count } = source
  const end = state.keys.length
  if (state.preparedAt === end) return
  state.preparedAt = end
  if (state.turn < policy.firstTurn) return
  const turnTokens = state.historyTokens / (state.turn - 1)
  if (isThinkingInLoop(transcript, end)) return
  if (tailTokens(state) <= policy.tailTurns * turnTokens + policy.tailShare * state.historyTokens) return
  const to = cut(source, policy.keptTurns * turnTokens + policy.keptShare * state.historyTokens)
  if (to === undefined) return
  const room = policy.digestShare * state.historyTokens + policy.digestTurns * turnTokens - state.digestTokens
  const text = composeDigest(source, { from: state.boundary, to }, Math.max(room, policy.leastDigest * turnTokens))
  if (!text) return
  const tokens = count(text) + MESSAGE_FRAME_TOKENS
  let replaced = 0
  for (let i = state.boundary; i < to; i++) if (!transcript.isKept(i)) replaced += state.tokens[i]!
  if (tokens >= replaced) return
  state.digests.push({ text, to, tokens })
  state.digestTokens += tokens
  state.boundary = to
  state.recalls = state.recalls.filter((recall) => recall.before >= to)
  for (let i = to; i < end; i++) dropThinking(source, i)
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

function tailTokens(state: FoldState): number {
  let tokens = 0
  for (let i = state.boundary; i < state.tokens.length; i++) tokens += state.tokens[i]!
  for (const recall of state.recalls) tokens += recall.tokens
  return tokens
}

/** The latest legal cut that still keeps the newest messages which fit `keptTokens`; else the earliest behind them. */
function cut({ transcript, state, policy }: Source, keptTokens: number): number | undefined {
  const end = state.keys.length
  let wanted = end
  let kept = 0
  while (wanted > state.boundary && end - wanted < policy.keptMessages) {
    kept += state.tokens[wanted - 1]!
    if (kept > keptTokens) break
    wanted--
  }
  const boundaries = legalBoundaries(transcript, state.boundary, end)
  return boundaries.filter((boundary) => boundary <= wanted).at(-1)
}

/** What a request gets back of what was folded, and how much it asked for it; nothing of it is kept in the state. */
export interface Recalling {
  readonly recall: Recall | undefined
  readonly score: number | undefined
}

const NO_RECALL: Recalling = { recall: undefined, score: undefined }

/** The recall for a request whose new messages are `[from, to)`, given the history before it. */
export function recallFor({ transcript, state, policy, count }: Source, from: number, to: number): Recalling {
  if (state.boundary <= state.lead || state.turn < policy.firstTurn || from >= to) return NO_RECALL
  // A message of ours may not stand between tool calls and their results.
  for (let i = from; i < to; i++) if (transcript.answersOf(i).length) return NO_RECALL
  const last = to - 1
  if (transcript.roleOf(last) !== 'user') return NO_RECALL
  const text = transcript
    .piecesOf(last)
    .map((piece) => piece.text)
    .join('\n')
  const query = termVector([text])
  const score = needScore(needOf(state, query, text))
  const share = recallShareOf(score, state.gate, policy)
  const free = policy.totalShare * state.historyTokens - state.digestTokens - tailTokens(state)
  const room = Math.floor(Math.min(share * state.historyTokens, free))
  if (room < LEAST_RECALL_TOKENS) return { recall: undefined, score }
  const excerpt = composeRecall({ transcript, state, count }, rankFolded(state, query), room)
  if (!excerpt) return { recall: undefined, score }
  const recallText = `${RECALL_HEAD}\n${excerpt}`
  return { recall: { before: last, text: recallText, tokens: count(recallText) + MESSAGE_FRAME_TOKENS }, score }
}

/** The request is history now: its recall is frozen before its message, and the gate has learned from it. */
export function keepRecall(state: FoldState, { recall, score }: Recalling): void {
  if (recall) state.recalls.push(recall)
  if (score !== undefined) remember(state.gate, score)
}

const LEAST_RECALL_TOKENS = 24
