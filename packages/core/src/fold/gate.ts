import { fragmentsOf } from './fragments.ts'
import type { GateMemory } from './gate-memory.ts'
import type { Policy } from './policy.ts'
import { bm25, queryWeights } from './rank.ts'
import { type FoldState, frequenciesOf } from './state.ts'
import type { TermVector } from './terms.ts'
import { information } from './wording.ts'
import { wordsOf } from './words.ts'

/** How a message asks for something that is no longer in sight, in figures that need no knowledge of its language. */
export interface Need {
  /** Share of its words that stand in sentences with a question mark of any script. */
  readonly asking: number
  /** Share of the information of its terms that the history holds at all: what is new cannot be recalled. */
  readonly known: number
  /** Share of the known that no message still in sight holds. */
  readonly outOfSight: number
  /** The best folded message's BM25 score, relative to the information of the known terms. */
  readonly matched: number
  readonly words: number
}

/** Messages before the newest that count as in sight although they may be folded: they have only just been read. */
const FRESH_MESSAGES = 8

export function needOf(state: FoldState, query: TermVector, text: string): Need {
  const frequencies = frequenciesOf(state)
  const weights = queryWeights(query, state)
  const sight = termsInSight(state)
  let all = 0
  let known = 0
  let unseen = 0
  for (const id of query.ids) {
    const weight = information(id, frequencies)
    all += weight
    if (!weights.has(id)) continue
    known += weight
    if (!sight.has(id)) unseen += weight
  }
  const best = bm25(state, { from: state.lead, to: state.boundary }, weights).reduce((a, b) => Math.max(a, b), 0)
  return {
    ...askingOf(text),
    known: all ? known / all : 0,
    outOfSight: known ? unseen / known : 0,
    matched: known ? Math.min(1, best / known) : 0,
  }
}

function termsInSight(state: FoldState): Set<number> {
  const sight = new Set<number>()
  const from = Math.min(state.boundary, Math.max(state.lead, state.keys.length - FRESH_MESSAGES))
  for (let i = from; i < state.keys.length; i++) for (const id of state.vectors[i]!.ids) sight.add(id)
  return sight
}

function askingOf(text: string): { asking: number; words: number } {
  let words = 0
  let asked = 0
  for (const fragment of fragmentsOf(text)) {
    const count = wordsOf(fragment.text).length
    words += count
    if (/[?？؟՞]/.test(fragment.text)) asked += count
  }
  return { asking: words ? asked / words : 0, words }
}

/** Log-odds that the message asks for what is out of sight; weights fitted on chats and rounded (see decisions). */
export function needScore(need: Need): number {
  return (
    -8.7 +
    3.1 * need.asking +
    0.6 * need.outOfSight +
    2.4 * need.asking * need.outOfSight +
    5.8 * need.known +
    3 * need.matched -
    0.8 * Math.log(1 + need.words)
  )
}

/** Share of the history that recall may take. */
export function recallShareOf(score: number, memory: GateMemory, policy: Policy): number {
  const threshold = Math.max(policy.gateFloor, memory.mean + policy.gateSpread * Math.sqrt(memory.variance))
  const excess = (score - threshold) / policy.gateRamp
  if (excess <= 0) return policy.idleRecallShare
  return policy.recallShare * Math.min(1, 0.25 + 0.75 * excess)
}
