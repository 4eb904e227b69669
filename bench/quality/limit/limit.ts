import type { FoldState } from '@pleat/core'
import type { ByPrice } from '../bills.ts'
import { cachingOf, costOf, createSegments, requestsOf, wireOf } from '../cost.ts'
import { createReader, type Folded } from '../ours.ts'
import type { Recording } from '../recordings.ts'
import type { Scoring, Segment } from '../scoring.ts'
import { total } from '../tally.ts'
import { type Choice, POLICY_OF } from './choices.ts'
import { copyOf } from './copy.ts'
import { promising } from './labels.ts'

/** A way to have sent a conversation until now, with what the fold remembers of it. */
interface Way {
  readonly bill: number
  readonly carried: number
  readonly state: FoldState | undefined
  readonly sent: readonly Segment[] | undefined
  readonly choices: readonly Choice[]
}

/** What somebody who knew after how many requests a conversation ends would have paid for all of them. */
export interface Limit {
  readonly turn: number
  readonly bill: number
  /** The choices that lead there, one for each request. */
  readonly choices: readonly Choice[]
}

/** Of longer conversations only every so manieth request may be a fold point, so that there are at most so many. */
const MOST_POINTS = 60

/** By request, the cheapest way to have sent everything up to it: real folds, real digests, the bill of the wire. */
export function* limitsOf(recording: Recording, scoring: Scoring): Generator<Limit> {
  const kind = wireOf(recording)
  const price: keyof ByPrice = kind === 'anthropic' ? 'anthropic' : 'openAi'
  const cache = { caching: cachingOf(kind, 'always') }
  const read = createReader(kind)
  const segmentsOf = createSegments(scoring)
  const requests = [...requestsOf(recording)]
  const stride = Math.ceil(requests.length / MOST_POINTS)
  let ways: Way[] = [{ bill: 0, carried: 0, state: undefined, sent: undefined, choices: [] }]
  for (const [number, { turn, request }] of requests.entries()) {
    const foldNow = read(request)
    const choices = number % stride === 0 ? choicesFor(total(segmentsOf(request))) : (['keep'] as const)
    const next: Way[] = []
    for (const way of ways) {
      const seen = new Set<string>()
      for (const choice of choices) {
        // The fold changes its memory: every choice but the last has one of its own.
        const state = choice === choices.at(-1) ? way.state : copyOf(way.state)
        const folded: Folded = foldNow({ state, policy: POLICY_OF[choice], cache })
        const sent = segmentsOf(folded.sent)
        const bill = way.bill + costOf(scoring, way.sent, sent)[price]
        const tokens = total(sent)
        const outcome = `${bill}:${tokens}`
        if (seen.has(outcome)) continue
        seen.add(outcome)
        const carried = costOf(scoring, sent, sent)[price]
        next.push({ bill, carried, state: folded.state, sent, choices: [...way.choices, choice] })
      }
    }
    ways = promising(next)
    const best = ways.reduce((least, way) => (way.bill < least.bill ? way : least))
    yield { turn, bill: best.bill, choices: best.choices }
  }
}

/** Tokens from which on no digest of everything is too short for the cache. */
const NEVER_SHORT = 16_000

function choicesFor(tokens: number): readonly Choice[] {
  const always = ['keep', 'fold', 'anew'] as const
  return tokens < NEVER_SHORT ? ([...always, 'foldShort', 'anewShort', 'unfold'] as const) : always
}
