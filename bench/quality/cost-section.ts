import type { BillFigures, ByPrice } from './bills.ts'
import { type CacheWorld, CUTS, measureCosts } from './cost.ts'
import { shown } from './figures.ts'
import { readRecordings } from './recordings.ts'
import type { Scoring } from './scoring.ts'
import type { QualitySet } from './sets.ts'
import { table } from './tables.ts'

/** The bills of one set: by objective and cut if the cache always works, and of whole conversations in the other worlds. */
export interface SetCost {
  readonly set: QualitySet
  /** Price of the wire on which its conversations were recorded. */
  readonly price: keyof ByPrice
  readonly always: Readonly<Record<Objective, readonly BillFigures[]>>
  /** Bills with objective `cost`. */
  readonly others: Readonly<Partial<Record<CacheWorld, BillFigures>>>
}

const OBJECTIVES = ['tokens', 'cost'] as const
type Objective = (typeof OBJECTIVES)[number]

/** Measures a set with a cache that always works, and with objective `cost` in these other worlds. */
export function measureSetCost(
  set: QualitySet,
  scoring: Scoring,
  { worlds, conversations }: { readonly worlds: readonly CacheWorld[]; readonly conversations?: number | undefined },
): SetCost {
  const recordings = readRecordings(set.name, conversations)
  const [tokens, cost, ...others] = measureCosts(recordings, scoring, [
    { objective: 'tokens', world: 'always' },
    { objective: 'cost', world: 'always' },
    ...worlds.map((world) => ({ objective: 'cost', world }) as const),
  ])
  return {
    set,
    price: recordings[0]?.format === 'anthropic' ? 'anthropic' : 'openAi',
    always: { tokens: tokens!, cost: cost! },
    others: Object.fromEntries(worlds.map((world, place) => [world, others[place]!.at(-1)!])),
  }
}

/** Heading of the part about the input bill, which ends at the limit. */
export const COST_HEADING = '## The input bill'

const OTHERS: readonly CacheWorld[] = ['pauses', 'never', 'unasked']

const ABOUT = `These tables show the input bill relative to sending everything, both with the provider's cache. Reading a token
from the cache costs 0.1 of the normal price. Writing a token to the cache costs the normal price, and 1.25 times as much for
Claude Code, whose client marks what is to be cached. Conversations end after the given number of turns, or at their own end.
Regenerate this part alone with \`npm run bench:quality -- --only cost\`.

- *sum*: the bill of all conversations of a set. *dearest*: that of its most expensive conversation.
- *above*: share of the conversations that cost more than direct.
- *worst stop*: a conversation could end at every turn. This is the largest bill at any turn, minus a quarter of one request at
  full price, relative to direct.
- *saved*: share of the tokens of a request that are not sent, on average from turn 10 on.`

const ABOUT_OTHERS = `These are sums over whole conversations with objective \`cost\`, with a cache that does not always work. It
fails for Pleat and for the direct requests alike:

- *pauses*: before every tenth turn, the conversation pauses for longer than the lifetime of the cache.
- *never*: nothing is ever read from the cache, and from turn 8 on Pleat relies on the receipts, which show this.
- *unasked*: the same, with a wire on which nothing is cached because the client marks nothing.`

/** Limits of the bill wherever a conversation ends: of each conversation, and of the dearest one. */
const MAX_ANYWHERE = 1.02
const MAX_DEAREST = 1.05
/** Limit with objective `cost`, relative to the lower of direct and `tokens`. */
const MAX_BESIDE = 1.01
/** Share of conversations above direct: one of ten in a small set. */
const MAX_ABOVE = 0.1
const MAX_OF_WHOLE: Readonly<Record<string, Readonly<Partial<Record<Objective | CacheWorld, number>>>>> = {
  locomo: { tokens: 0.42, cost: 0.345 },
  beam100k: { tokens: 0.32, cost: 0.28 },
  tau_airline: { tokens: 0.865, cost: 0.855 },
  claude_code: { tokens: 0.435, cost: 0.435 },
  swe_agent_mit: { tokens: 0.92, cost: 0.91 },
  stackexchange_sessions: { tokens: 0.26, cost: 0.18 },
  mtbench101_sessions: { tokens: 0.605, cost: 0.605 },
  oasst_sessions: { tokens: 0.75, cost: 0.705 },
}

/** The whole part as Markdown. */
export function describeCost(costs: readonly SetCost[]): string {
  const parts = OBJECTIVES.map((objective) => `### Objective \`${objective}\`\n\n${billTable(costs, objective)}`)
  const others = table(
    ['', ...OTHERS],
    costs.map(({ set, price, others }) => [
      set.title,
      ...OTHERS.map((world) => shown(others[world]?.sum[price] ?? null)),
    ]),
  )
  return `${[COST_HEADING, ABOUT, ...parts, ABOUT_OTHERS, others].join('\n\n')}\n`
}

function billTable(costs: readonly SetCost[], objective: Objective): string {
  const rows = costs.flatMap(({ set, price, always }) =>
    always[objective].map(({ sum, dearest, above, worstStop, saved }, place) => {
      const cut = CUTS[place]!
      const title = place ? '' : set.title
      return [
        title,
        Number.isFinite(cut) ? `${cut} turns` : 'whole',
        ...[sum[price], dearest[price], above[price], worstStop[price], saved].map(shown),
      ]
    }),
  )
  return table(['', 'ends after', 'sum', 'dearest', 'above', 'worst stop', 'saved'], rows)
}

/** The worlds in which a set has bounds. */
export function worldsHeld(set: QualitySet): readonly CacheWorld[] {
  return OTHERS.filter((world) => MAX_OF_WHOLE[set.name]?.[world] !== undefined)
}

/** One line for each bill above its bound. */
export function costFaultsOf({ set, price, always, others }: SetCost): string[] {
  const faults: string[] = []
  const hold = (what: string, value: number | undefined, most: number | undefined): void => {
    if (value === undefined || most === undefined || value <= most) return
    faults.push(`${set.name} ${what} is ${value.toFixed(3)}, wanted <= ${most}`)
  }
  for (const objective of OBJECTIVES) {
    for (const [place, { worstStop, dearest, above }] of always[objective].entries()) {
      const what = `objective ${objective} after ${CUTS[place]} turns`
      hold(`${what}, worst stop`, worstStop[price], MAX_ANYWHERE)
      hold(`${what}, dearest`, dearest[price], MAX_DEAREST)
      hold(`${what}, share above direct`, above[price], MAX_ABOVE)
    }
    hold(`objective ${objective}, always`, always[objective].at(-1)?.sum[price], MAX_OF_WHOLE[set.name]?.[objective])
  }
  for (const [place, { sum }] of always.cost.entries()) {
    const lower = Math.min(1, always.tokens[place]!.sum[price])
    hold(`objective cost after ${CUTS[place]} turns, relative to the lower bill`, sum[price] / lower, MAX_BESIDE)
  }
  for (const world of OTHERS) hold(world, others[world]?.sum[price], MAX_OF_WHOLE[set.name]?.[world])
  return faults
}
