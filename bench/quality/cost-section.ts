import type { BillFigures, ByPrice } from './bills.ts'
import { type CacheWorld, CUTS, measureCost } from './cost.ts'
import { readRecordings } from './recordings.ts'
import type { Scoring } from './scoring.ts'
import type { QualitySet } from './sets.ts'

/** The bills of one set: by objective and cut where the cache always works; in the other worlds of whole conversations. */
export interface SetCost {
  readonly set: QualitySet
  readonly always: Readonly<Record<Objective, readonly BillFigures[]>>
  /** With objective `cost`. */
  readonly others: Readonly<Partial<Record<CacheWorld, BillFigures>>>
}

const OBJECTIVES = ['tokens', 'cost'] as const
type Objective = (typeof OBJECTIVES)[number]

/** Measures a set where the cache always works, and with objective `cost` in these other worlds. */
export function measureSetCost(set: QualitySet, scoring: Scoring, worlds: readonly CacheWorld[]): SetCost {
  const recordings = readRecordings(set.name)
  const measured = (objective: Objective, world: CacheWorld) => measureCost(recordings, scoring, { objective, world })
  const others = worlds.map((world) => [world, measured('cost', world).at(-1)] as const)
  return {
    set,
    always: { tokens: measured('tokens', 'always'), cost: measured('cost', 'always') },
    others: Object.fromEntries(others),
  }
}

/** What the document says about the input bill; it runs to the view. */
export const COST_HEADING = '## The input bill'

const OTHERS: readonly CacheWorld[] = ['pauses', 'never', 'unasked']

const ABOUT = `The input bill relative to sending everything, both with the provider's cache; by the price of writing to the cache, that
of a fresh token and 1.25 of it. Conversations end after the given number of turns, or at their own end. Regenerate this part alone
with \`npm run bench:quality -- --only cost\`.

- *sum*: of all conversations of a set. *dearest*: of its dearest conversation.
- *above*: share of the conversations that cost more than direct.
- *worst stop*: the bill at every turn at which a conversation could end, less a quarter of one request at full price,
  relative to direct; the largest.`

const ABOUT_OTHERS = `With objective \`cost\`, where the cache does not always work, which it does for neither; the sum of whole conversations:

- *pauses*: before every tenth turn the conversation rests for longer than the cache lives.
- *never*: nothing is ever read from the cache, and from turn 8 on the receipts are believed.
- *unasked*: the same, on a wire where nothing is cached because the client marks nothing.`

/** With objective `cost`: the most that may be paid wherever a conversation ends, by the dearest one, and by whole sets. */
const MOST_ANYWHERE = 1.02
const MOST_DEAREST = 1.05
/** One of ten conversations of a small set. */
const MOST_ABOVE = 0.1
const MOST_OF_WHOLE: Readonly<Record<string, Readonly<Partial<Record<CacheWorld, number>>>>> = {
  locomo: { always: 0.5, pauses: 0.36, never: 0.313, unasked: 0.27 },
  beam100k: { always: 0.44 },
  tau_airline: { always: 0.93 },
  claude_code: { always: 0.435, pauses: 0.35, never: 0.275, unasked: 0.27 },
  stackexchange_sessions: { always: 0.22 },
  mtbench101_sessions: { pauses: 0.48, never: 0.348, unasked: 0.298 },
}

/** The whole part. */
export function describeCost(costs: readonly SetCost[]): string {
  const parts = OBJECTIVES.map((objective) => `### Objective \`${objective}\`\n\n${billTable(costs, objective)}`)
  const others = table(
    ['', ...OTHERS],
    costs.map(({ set, others }) => [set.title, ...OTHERS.map((world) => shown(others[world]?.sum))]),
  )
  return `${[COST_HEADING, ABOUT, ...parts, ABOUT_OTHERS, others].join('\n\n')}\n`
}

function billTable(costs: readonly SetCost[], objective: Objective): string {
  const rows = costs.flatMap(({ set, always }) =>
    always[objective].map(({ sum, dearest, above, worstStop }, place) => {
      const cut = CUTS[place]!
      const title = place ? '' : set.title
      return [title, Number.isFinite(cut) ? `${cut} turns` : 'whole', ...[sum, dearest, above, worstStop].map(shown)]
    }),
  )
  return table(['', 'ends after', 'sum', 'dearest', 'above', 'worst stop'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, column) => (column ? '--:' : ':--')))
  return [line(head), rule, ...rows.map(line)].join('\n')
}

function shown(ratio: ByPrice | undefined): string {
  return ratio ? `${ratio.openAi.toFixed(3)} / ${ratio.anthropic.toFixed(3)}` : '–'
}

/** The worlds in which a set is held to something. */
export function worldsHeld(set: QualitySet): readonly CacheWorld[] {
  return OTHERS.filter((world) => MOST_OF_WHOLE[set.name]?.[world] !== undefined)
}

/** Which bills are higher than they may be, a line each. */
export function costFaultsOf({ set, always, others }: SetCost): string[] {
  const faults: string[] = []
  const hold = (what: string, ratio: ByPrice | undefined, most = MOST_ANYWHERE): void => {
    for (const [name, value] of Object.entries(ratio ?? {}))
      if (!(value <= most)) faults.push(`${set.name} ${what}: ${name} is ${value.toFixed(3)}, wanted <= ${most}`)
  }
  for (const [place, { worstStop, dearest, above }] of always.cost.entries()) {
    const what = `after ${CUTS[place]} turns`
    hold(`${what}, worst stop`, worstStop, MOST_ANYWHERE)
    hold(`${what}, dearest`, dearest, MOST_DEAREST)
    hold(`${what}, share above direct`, above, MOST_ABOVE)
  }
  hold('always', always.cost.at(-1)?.sum, MOST_OF_WHOLE[set.name]?.always)
  for (const world of OTHERS) hold(world, others[world]?.sum, MOST_OF_WHOLE[set.name]?.[world])
  return faults
}
