import { type CacheWorld, type CostRatio, CUTS, measureCost } from './cost.ts'
import { readRecordings } from './recordings.ts'
import type { Scoring } from './scoring.ts'
import type { QualitySet } from './sets.ts'

/** The bills of one set: where the cache always works by cut, in the other worlds of whole conversations. */
export interface SetCost {
  readonly set: QualitySet
  readonly always: readonly CostRatio[]
  readonly others: Readonly<Partial<Record<CacheWorld, CostRatio>>>
}

/** Measures a set where the cache always works, and in these other worlds. */
export function measureSetCost(set: QualitySet, scoring: Scoring, worlds: readonly CacheWorld[]): SetCost {
  const recordings = readRecordings(set.name)
  const others = worlds.map((world) => [world, measureCost(recordings, scoring, world).at(-1)] as const)
  return { set, always: measureCost(recordings, scoring, 'always'), others: Object.fromEntries(others) }
}

/** What the document says about objective `cost`; it runs to the view. */
export const COST_HEADING = '## Objective cost'

const OTHERS: readonly CacheWorld[] = ['pauses', 'never', 'unasked']

const ABOUT = `The input bill with \`X-Service-Objective: cost\`, relative to sending everything, both with the provider's
cache; cost O and cost A as above. Conversations end after so many turns, or go on to their end. Regenerate this part
alone with \`npm run bench:quality -- --only cost\`. Where the cache does not always work, it does so for neither, and the
figures are of whole conversations:

- *pauses*: before every tenth turn the conversation rests for longer than the cache lives.
- *never*: nothing is ever read from the cache, and from turn 8 on the receipts are believed.
- *unasked*: the same, on a wire where nothing is cached because the client marks nothing.`

/** The most that may be paid wherever a conversation ends, and at the end of whole ones. */
const MOST_ANYWHERE = 1.02
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
  const ends = CUTS.map((cut) => (Number.isFinite(cut) ? `${cut} turns` : 'whole'))
  const head = ['', ...ends, ...OTHERS]
  const rows = costs.map(({ set, always, others }) => [
    set.title,
    ...always.map(shown),
    ...OTHERS.map((world) => shown(others[world])),
  ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rule = line(head.map((_, column) => (column ? '--:' : ':--')))
  return `${[COST_HEADING, '', ABOUT, '', line(head), rule, ...rows.map(line)].join('\n')}\n`
}

function shown(ratio: CostRatio | undefined): string {
  return ratio ? `${ratio.openAi.toFixed(3)} / ${ratio.anthropic.toFixed(3)}` : '–'
}

/** The worlds in which a set is held to something. */
export function worldsHeld(set: QualitySet): readonly CacheWorld[] {
  return OTHERS.filter((world) => MOST_OF_WHOLE[set.name]?.[world] !== undefined)
}

/** Which bills are higher than they may be, a line each. */
export function costFaultsOf({ set, always, others }: SetCost): string[] {
  const faults: string[] = []
  const hold = (what: string, ratio: CostRatio | undefined, most = MOST_ANYWHERE): void => {
    for (const [name, value] of Object.entries(ratio ?? {}))
      if (!(value <= most)) faults.push(`${set.name} ${what}: ${name} is ${value.toFixed(3)}, wanted <= ${most}`)
  }
  for (const [place, ratio] of always.entries()) hold(`after ${CUTS[place]} turns`, ratio)
  hold('always', always.at(-1), MOST_OF_WHOLE[set.name]?.always)
  for (const world of OTHERS) hold(world, others[world], MOST_OF_WHOLE[set.name]?.[world])
  return faults
}
