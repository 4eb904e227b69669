import { budgetedTokens } from '../budget.ts'
import { affordable, sharedTokens } from '../cost/bill.ts'
import type { Source } from '../source.ts'
import type { FoldState, Recall } from '../state.ts'
import { tailTokens } from '../tail.ts'
import { terseTokens } from '../terse.ts'
import { MESSAGE_FRAME_TOKENS, type Transcript } from '../transcript.ts'
import { CODE_FENCE } from '../work-in-hand.ts'
import { answeredBefore } from './answered-before.ts'
import { type Asked, askedOf } from './asked.ts'
import { codeInPieces } from './code-in-pieces.ts'
import { fromText } from './from-text.ts'
import { needScore, recallShareOf } from './gate.ts'
import { remember } from './gate-memory.ts'
import { type Given, leanedOn } from './leaning.ts'
import { namedWork } from './named-work.ts'
import { type Need, needOf } from './need.ts'
import { rankFolded } from './rank.ts'
import { composeRecall } from './recall.ts'
import { sumsUp, sumsUpAll } from './summing-up.ts'
import { leftUnsaid, takenUp } from './taken-up.ts'
import { toldScore } from './told.ts'
import { wrapsUp } from './wrapping-up.ts'

const LEAST_RECALL_TOKENS = 24
/** Head of a recall, and of the lines of two messages. */
const RECALL_FRAME_TOKENS = 40
/** Of a message whose words are in no message and which yet asks for all of them. */
const PLAIN_SCORE = 3
/** How far below the average match; next to nothing lies further below than the last. */
const REACH = { least: -0.5, all: 2.5 }
/** What is given is estimated: where all of it comes to more than it may, it is tried with these parts of its room. */
const ROOM_PARTS = [1, 0.75, 0.5]
/** What is worked out for digests may be so much less than what they come to. */
const SLACK_TOKENS = 16
/** Code of so many tokens is a program, and not a piece of one. */
const PROGRAM_TOKENS = 300
const NO_SCORES = new Float64Array(0)

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
  const asked = askedOf(source, text)
  const need = needOf(source, asked)
  const isForAll = sumsUpAll(text)
  const score = Math.max(
    needScore(need, state.gate),
    toldScore(source, { asked, need, memory: state.gate }),
    isForAll ? PLAIN_SCORE : Number.NEGATIVE_INFINITY,
  )
  const share = recallShareOf(score, state.gate, policy)
  const most = Math.min(policy.mostRecallTokens, recallBudget(source))
  const spare = Math.min(most, savedTokens(state) - RECALL_FRAME_TOKENS)
  const usual = usualRoom(source, share)
  const wraps = usual < policy.wrapUpTokens && (isForAll || wrapsUp(text))
  const room = Math.floor(Math.min(spare, wraps ? policy.wrapUpTokens : usual))
  const wasAsked = room >= LEAST_RECALL_TOKENS
  const leaned = leanedOn(source, { asked, need, wasAsked, most, spare, tokens: transcript.tokensOf(last) })
  const left = spare - tokensOf([leaned])
  const named = namedWork(source, { asked, need, most: left })
  const taken = named ?? (wasAsked ? undefined : tookUp(source, { asked, need, most: left }))
  const unsaid = leftUnsaid(source, { asked, need, most: left - tokensOf([taken]) })
  const handed = fromText(source, { asked, need, wasAsked, most: left - tokensOf([taken, unsaid]) })
  const others = [taken, unsaid, handed]
  // Where it has the whole program already, or is about a letter, pieces of code are none of its matter.
  const isComplete =
    [leaned, named].some((each) => each && each.tokens >= PROGRAM_TOKENS) || named?.text.includes(CODE_FENCE) === false
  const code = isComplete ? [] : codeInPieces(source, { asked, most: left - tokensOf(others) })
  // On one wire a message of the user may hold nothing but what tools gave.
  const given = [leaned, ...others, ...code].flatMap((each) => (each?.text ? each : []))
  if (!wasAsked && !given.length) return { ...NO_RECALL, need }
  const scores = wasAsked
    ? rankFolded(source, { ...asked, reach: wraps ? REACH.all : reachOf(share / policy.recallShare, text) })
    : NO_SCORES
  for (const part of ROOM_PARTS) {
    const wish = {
      scores,
      room: part * Math.min(room, spare - tokensOf(given)),
      given,
    }
    const recallText = composeRecall({ transcript, state }, wish)
    if (!recallText) break
    const tokens = count(recallText) + MESSAGE_FRAME_TOKENS
    // Without the code it is about a request is nothing; all else may not come to more than has been saved.
    if (leaned?.text.includes(CODE_FENCE) || tokens + SLACK_TOKENS <= savedTokens(state))
      return { ...NO_RECALL, recall: { before: last, text: recallText, tokens }, need, wasAsked }
    if (!wasAsked) break
  }
  return { ...NO_RECALL, need }
}

/** What a message for which the gate stays shut takes up of an answer, or asks of one. */
function tookUp(
  source: Source,
  wish: { readonly asked: Asked; readonly need: Need; readonly most: number },
): Given | undefined {
  return takenUp(source, wish) ?? answeredBefore(source, wish)
}

/** What a need of this share may take in a request that is to stay below its ceiling. */
function usualRoom({ state, policy }: Source, share: number): number {
  const history = budgetedTokens(state)
  const ceiling = Math.max(policy.totalShare * history, terseTokens(state, policy))
  const free = Math.max(ceiling - state.digestTokens - tailTokens(state), policy.leastFreeShare * history)
  return Math.min(share * history, free)
}

function tokensOf(given: readonly (Given | undefined)[]): number {
  return given.reduce((sum, each) => sum + (each?.tokens ?? 0), 0)
}

/**
 * The surer the need, the more of what matches little is worth its tokens: what a question needs is often scattered. A
 * request to sum up needs all of it.
 */
function reachOf(sureness: number, text: string): number {
  return sumsUp(text) ? REACH.all : REACH.least + (REACH.all - REACH.least) * sureness
}

/** Where the user pays a cached price, a recall may take no more than the bill bears. */
function recallBudget({ state, policy }: Source): number {
  if (policy.objective !== 'cost') return Number.POSITIVE_INFINITY
  const sent = state.digestTokens + state.standingTokens + tailTokens(state)
  const shared = sharedTokens(state)
  const most = policy.costRecallShare * budgetedTokens(state)
  return Math.min(most, affordable(state, policy, { shared, kept: sent - shared }) - 2 * MESSAGE_FRAME_TOKENS)
}

/** What has been saved of the history so far; what comes back of it may not be more than that. */
function savedTokens(state: FoldState): number {
  return state.historyTokens - state.digestTokens - state.standingTokens - tailTokens(state)
}

/** The newest message that is neither an instruction of whoever runs the client nor what the answer is to begin with. */
function lastSaid(transcript: Transcript, from: number, to: number): number {
  let last = to - 1
  while (last > from && /^(?:system|assistant)$/.test(transcript.roleOf(last))) last--
  return last
}

/** The request is history now: its recall is frozen before its message, and the gate has learned from it. */
export function keepRecall(state: FoldState, { recall, need, wasAsked }: Recalling): void {
  if (recall) state.recalls.push(recall)
  if (need) remember(state.gate, need, wasAsked)
}
