import { budgetedTokens, genreOf } from '../budget.ts'
import { entriesOf } from '../digest/candidate-entries.ts'
import { type Candidate, candidatesOf } from '../digest/candidates.ts'
import { chooseCandidates } from '../digest/choose.ts'
import { copyOfHeld } from '../digest/held.ts'
import { wordingRules } from '../digest/wording-rules.ts'
import { type Entry, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import { isCondensed } from '../standing.ts'
import { mayBeShell } from '../work-in-hand.ts'

/** Below this a conversation is hardly folded; above it, in tokens, digests find room for nearly every turn. */
const HISTORY_TOKENS = { least: 1200, most: 8000 }
/** So do they where messages are shorter than this on average, in tokens. */
const LEAST_MESSAGE_TOKENS = 50
/** Messages before the newest that are looked at. */
const REACH = 8
/** Room for all of it, in tokens. */
const ROOM_TOKENS = 120

/** What is said of messages, by message, and about how many tokens it takes. */
export interface Unsaid {
  readonly entries: ReadonlyMap<number, readonly Entry[]>
  readonly tokens: number
}

const NOTHING: Unsaid = { entries: new Map(), tokens: 0 }

/**
 * What was said last without a word of it in a digest yet, for want of room: the best of it, by message, in at most `most`
 * tokens. Without it a request that looks for what was said long ago would hold nothing of the newest turns, and a value
 * that one of them has replaced would be taken for valid.
 */
export function newestUnsaid(source: Source, most: number): Unsaid {
  if (!isScant(source)) return NOTHING
  const { transcript, state, count } = source
  const rules = wordingRules(state)
  const offered: Candidate[] = []
  for (const index of unsaidLately(source))
    for (const candidate of candidatesOf(source, index, rules)) offered.push(candidate)
  // What is chosen here is in no digest for that.
  const room = { tokens: Math.min(ROOM_TOKENS, most), forRules: 0 }
  const chosen = chooseCandidates(offered, room, copyOfHeld(state.held))
  const messages = [...new Set(chosen.map(({ message }) => message))]
  const entries = new Map(messages.map((index) => [index, entriesOf({ transcript, state }, [index], chosen)]))
  let tokens = 0
  for (const each of entries.values()) tokens += count(recordText(undefined, each))
  return { entries, tokens }
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
    if (state.unsaid.includes(index) && isCondensed(transcript, state, index)) yield index
  }
}
