import type { BillFigures, ByPrice } from './bills.ts'
import { type CacheWorld, CUTS, measureCosts } from './cost.ts'
import { shown } from './figures.ts'
import { readRecordings } from './recordings.ts'
import type { Scoring } from './scoring.ts'
import type { QualitySet } from './sets.ts'
import { table } from './tables.ts'

/** The bills of one set by cut: of both objectives if the cache always works, and in the other worlds. */
export interface SetCost {
  readonly set: QualitySet
  /** Price of the wire on which its conversations were recorded. */
  readonly price: keyof ByPrice
  readonly always: Readonly<Record<Objective, readonly BillFigures[]>>
  /** Bills with objective `cost`. */
  readonly others: Readonly<Partial<Record<CacheWorld, readonly BillFigures[]>>>
  /** Bills with objective `tokens` at smaller discounts, by price of a cached token and by cut. Empty for Anthropic. */
  readonly discounts: readonly { readonly read: number; readonly bills: readonly BillFigures[] }[]
}

/** Prices of a cached token of gpt-4o and o1, and of gpt-4.1, o3 and o4. */
const OTHER_READS = [0.5, 0.25] as const

const OBJECTIVES = ['tokens', 'cost'] as const
type Objective = (typeof OBJECTIVES)[number]

/** Measures a set with a cache that always works, at each discount, and with objective `cost` in `worlds`. */
export function measureSetCost(
  set: QualitySet,
  scoring: Scoring,
  { worlds, conversations }: { readonly worlds: readonly CacheWorld[]; readonly conversations?: number | undefined },
): SetCost {
  const recordings = readRecordings(set.name, conversations)
  const price = recordings[0]?.format === 'anthropic' ? 'anthropic' : 'openAi'
  const reads = price === 'openAi' ? OTHER_READS : []
  const [tokens, cost, ...others] = measureCosts(recordings, scoring, [
    { objective: 'tokens', world: 'always' },
    { objective: 'cost', world: 'always' },
    ...reads.map((read) => ({ objective: 'tokens', world: 'always', read }) as const),
    ...worlds.map((world) => ({ objective: 'cost', world }) as const),
  ])
  return {
    set,
    price,
    always: { tokens: tokens!, cost: cost! },
    discounts: reads.map((read, place) => ({ read, bills: others[place]! })),
    others: Object.fromEntries(worlds.map((world, place) => [world, others[reads.length + place]!])),
  }
}

/** Heading of the part about the input bill. It ends where the part about the limit begins. */
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

const ABOUT_DISCOUNTS = `### Smaller discounts

The same with objective \`tokens\` for models that give a smaller discount on cached input: gpt-4o and o1 charge 0.5 of a fresh
token, gpt-4.1, o3 and o4 0.25.`

const ABOUT_OTHERS = `### Caches that do not always work

These are sums over whole conversations with objective \`cost\`. Very long conversations are not measured. The cache
fails for Pleat and for the direct requests alike:

- *pauses*: before every tenth turn, the conversation pauses for longer than the lifetime of the cache.
- *never*: nothing is ever read from the cache, and from turn 8 on Pleat relies on the receipts, which show this.
- *unasked*: the same, with a wire on which nothing is cached because the client marks nothing.`

/** Limit of the worst stop, and limit of the dearest conversation after any number of turns. */
const MAX_ANYWHERE = 1.02
const MAX_DEAREST = 1.05
/** Limit with objective `cost`, relative to the lower of direct and `tokens`. */
const MAX_BESIDE = 1.01
/** Share of conversations above direct: one of ten in a small set. */
const MAX_ABOVE = 0.1
/** Limits of the bill of whole conversations: by objective if the cache always works, and with objective `cost` otherwise. */
const MAX_OF_WHOLE: Readonly<Record<string, Readonly<Partial<Record<Objective | CacheWorld, number>>>>> = {
  locomo: { tokens: 0.42, cost: 0.345, pauses: 0.27, never: 0.195, unasked: 0.225 },
  beam100k: { tokens: 0.31, cost: 0.275 },
  tau_airline: { tokens: 0.865, cost: 0.855, pauses: 0.76, never: 0.675, unasked: 0.665 },
  claude_code: { tokens: 0.435, cost: 0.435, pauses: 0.34, never: 0.275, unasked: 0.27 },
  swe_agent_mit: { tokens: 0.92, cost: 0.91, pauses: 0.71, never: 0.6, unasked: 0.58 },
  stackexchange_sessions: { tokens: 0.26, cost: 0.17 },
  mtbench101_sessions: { tokens: 0.59, cost: 0.59, pauses: 0.475, never: 0.365, unasked: 0.3 },
  oasst_sessions: { tokens: 0.705, cost: 0.69, pauses: 0.585, never: 0.385, unasked: 0.325 },
}

/** The whole part as Markdown. */
export function describeCost(costs: readonly SetCost[]): string {
  const parts = OBJECTIVES.map((objective) => {
    const bills = costs.map(({ set, price, always }) => ({ set, price, bills: always[objective] }))
    return `### Objective \`${objective}\`\n\n${billTable(bills)}`
  })
  const others = table(
    ['', ...OTHERS],
    costs.map(({ set, price, others }) => [
      set.title,
      ...OTHERS.map((world) => shown(others[world]?.at(-1)?.sum[price] ?? null)),
    ]),
  )
  const discounts = OTHER_READS.map((read) => {
    const bills = costs.flatMap(({ set, price, discounts }) =>
      discounts.filter((each) => each.read === read).map((each) => ({ set, price, bills: each.bills })),
    )
    return `#### ${read} of a fresh token\n\n${billTable(bills)}`
  })
  return `${[COST_HEADING, ABOUT, ...parts, ABOUT_DISCOUNTS, ...discounts, ABOUT_OTHERS, others].join('\n\n')}\n`
}

interface BillsOfSet {
  readonly set: QualitySet
  readonly price: keyof ByPrice
  /** One for each of `CUTS`. */
  readonly bills: readonly BillFigures[]
}

function billTable(sets: readonly BillsOfSet[]): string {
  const rows = sets.flatMap(({ set, price, bills }) =>
    bills.map(({ sum, dearest, above, worstStop, saved }, place) => {
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

/** The other worlds in which a set has bounds. */
export function worldsHeld(set: QualitySet): readonly CacheWorld[] {
  return OTHERS.filter((world) => MAX_OF_WHOLE[set.name]?.[world] !== undefined)
}

/** One line for each bill above its bound. */
export function costFaultsOf({ set, price, always, others, discounts }: SetCost): string[] {
  const faults: string[] = []
  const hold = (what: string, value: number | undefined, most: number | undefined): void => {
    if (value === undefined || most === undefined || value <= most) return
    faults.push(`${set.name} ${what} is ${value.toFixed(3)}, wanted <= ${most}`)
  }
  const holdBound = (what: string, bills: readonly BillFigures[]): void => {
    for (const [place, { worstStop, dearest, above }] of bills.entries()) {
      hold(`${what} after ${CUTS[place]} turns, worst stop`, worstStop[price], MAX_ANYWHERE)
      hold(`${what} after ${CUTS[place]} turns, dearest`, dearest[price], MAX_DEAREST)
      hold(`${what} after ${CUTS[place]} turns, share above direct`, above[price], MAX_ABOVE)
    }
  }
  for (const { read, bills } of discounts) holdBound(`cached input at ${read}`, bills)
  for (const objective of OBJECTIVES) {
    holdBound(`objective ${objective}`, always[objective])
    hold(`objective ${objective}, always`, always[objective].at(-1)?.sum[price], MAX_OF_WHOLE[set.name]?.[objective])
  }
  for (const [place, { sum }] of always.cost.entries()) {
    const lower = Math.min(1, always.tokens[place]!.sum[price])
    hold(`objective cost after ${CUTS[place]} turns, relative to the lower bill`, sum[price] / lower, MAX_BESIDE)
  }
  for (const world of OTHERS) {
    holdBound(world, others[world] ?? [])
    hold(world, others[world]?.at(-1)?.sum[price], MAX_OF_WHOLE[set.name]?.[world])
  }
  return faults
}
