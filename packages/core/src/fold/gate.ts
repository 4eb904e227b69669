import type { Policy } from './policy.ts'
import type { FoldState } from './state.ts'
import { frequenciesOf } from './state.ts'
import type { TermVector } from './terms.ts'
import { information } from './wording.ts'

/** What the newest message has to do with what is folded; all shares 0 to 1 of the information of its terms. */
export interface Need {
  /** Terms that the history holds at all. */
  readonly known: number
  /** Known terms that no message still in sight holds, as a share of the known ones. */
  readonly outOfSight: number
  /** The message asks: it holds a question mark of any script and is short. */
  readonly asks: boolean
  readonly terms: number
}

/** Messages before the newest that count as in sight although they may be folded: they have only just been read. */
const FRESH_MESSAGES = 8

export function needOf(state: FoldState, query: TermVector, text: string): Need {
  const frequencies = frequenciesOf(state)
  const sight = new Set<number>()
  const from = Math.min(state.boundary, Math.max(state.lead, state.keys.length - FRESH_MESSAGES))
  for (let i = from; i < state.keys.length; i++) for (const id of state.vectors[i]!.ids) sight.add(id)
  let all = 0
  let known = 0
  let unseen = 0
  for (const id of query.ids) {
    const weight = information(id, frequencies)
    all += weight
    if (!state.frequency.has(id)) continue
    known += weight
    if (!sight.has(id)) unseen += weight
  }
  return {
    known: all ? known / all : 0,
    outOfSight: known ? unseen / known : 0,
    asks: /[?？؟՞]/.test(text),
    terms: query.ids.length,
  }
}

/** Share of the history that recall may take for this need. */
export function recallShareOf(need: Need, policy: Policy): number {
  return need.asks && need.outOfSight >= policy.outOfSight ? policy.recallShare : policy.idleRecallShare
}
