import { budgetedTokens, genreOf } from '../budget.ts'
import { type Candidate, candidatesOf } from '../digest/candidates.ts'
import { chooseCandidates } from '../digest/choose.ts'
import { wordingRules } from '../digest/wording-rules.ts'
import type { Source } from '../source.ts'
import { isCondensed } from '../standing.ts'
import { mayBeShell } from '../work-in-hand.ts'
import type { Given } from './leaning.ts'

/** Below this a conversation is hardly folded; above it, in tokens, digests find room for nearly every turn. */
const HISTORY_TOKENS = { least: 1200, most: 8000 }
/** So do they where messages are shorter than this on average, in tokens. */
const LEAST_MESSAGE_TOKENS = 50
/** Messages before the newest that are looked at. */
const REACH = 8
/** Room for all of it, in tokens. */
const ROOM_TOKENS = 120

/**
 * What was said last without a word of it in a digest yet, for want of room: the best of it, by message, in at most `most`
 * tokens. Without it a request that looks for what was said long ago would hold nothing of the newest turns, and a value
 * that one of them has replaced would be taken for valid.
 */
export function newestUnsaid(source: Source, most: number): Given[] {
  if (!isScant(source)) return []
  const { transcript, state, count } = source
  const rules = wordingRules(transcript, state)
  const offered: Candidate[] = []
  for (const index of unsaidLately(source))
    for (const candidate of candidatesOf(source, index, rules(index))) offered.push(candidate)
  const texts = new Map<number, string>()
  // What is chosen here is in no digest for that.
  for (const { message, text } of chooseCandidates(offered, Math.min(ROOM_TOKENS, most), new Map(state.held))) {
    const before = texts.get(message)
    texts.set(message, before === undefined ? text : `${before}; ${text}`)
  }
  return [...texts].map(([index, text]) => ({ index, text, tokens: count(text) }))
}

/** Whether digests have little room beside what is said in a turn, and it is people who say it. */
function isScant(source: Source): boolean {
  const { state } = source
  const history = budgetedTokens(state)
  if (history < HISTORY_TOKENS.least || history > HISTORY_TOKENS.most || genreOf(state) !== 'chat') return false
  return history >= LEAST_MESSAGE_TOKENS * (state.keys.length - state.lead) && !mayBeShell(source)
}

/** Oldest first. */
function* unsaidLately({ transcript, state }: Source): Generator<number> {
  for (let index = Math.max(state.lead, state.keys.length - REACH); index < state.boundary; index++) {
    const isUnsaid = index >= state.digestedTo || state.unsaid.includes(index)
    if (isUnsaid && isCondensed(transcript, state, index)) yield index
  }
}
