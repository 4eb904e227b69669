/**
 * One way to send a request: its price, and the price of sending the same again when the provider's cache contains all of it.
 */
export interface Step<Memory, Choice> {
  readonly choice: Choice
  readonly price: number
  readonly carried: number
  /** The folded request and the fold state after it, from which the next request continues. */
  readonly memory: Memory
}

/** The least bill found for all requests so far, and the choices that lead to it, one for each request. */
export interface Cheapest<Choice> {
  readonly bill: number
  readonly choices: readonly Choice[]
  /** Bills of the schedules that are always followed, by their start. */
  readonly followed: readonly number[]
}

interface Way<Memory, Choice> {
  readonly bill: number
  readonly choices: readonly Choice[]
  readonly carried: number
  readonly memory: Memory
  /** Index of its start. Undefined after a choice other than the first. */
  readonly followed?: number | undefined
}

/** The ways to send a request. The first one is the choice of the schedule that is compared with the cheapest. */
export type StepsOf<Memory, Choice> = (memory: Memory, request: number) => Iterable<Step<Memory, Choice>>

/**
 * The cheapest schedule of `length` requests up to each of them, by dynamic programming. Of all ways to have sent the earlier
 * requests, the cheapest for each of `HORIZONS` are continued with every choice of `stepsOf`. The schedule of first
 * choices from each start is always among them, so the result is never dearer than that schedule.
 */
export function* cheapestOf<Memory, Choice>(
  length: number,
  starts: readonly Memory[],
  stepsOf: StepsOf<Memory, Choice>,
): Generator<Cheapest<Choice>> {
  let ways: Way<Memory, Choice>[] = starts.map((memory, followed) => ({
    bill: 0,
    carried: 0,
    memory,
    choices: [],
    followed,
  }))
  for (let request = 0; request < length; request++) {
    ways = promising(ways.flatMap((way) => [...continued(way, stepsOf(way.memory, request))]))
    const { bill, choices } = cheapestIn(ways)
    const followed = starts.map((_, start) => ways.find((way) => way.followed === start)!.bill)
    yield { bill, choices, followed }
  }
}

function* continued<Memory, Choice>(
  way: Way<Memory, Choice>,
  steps: Iterable<Step<Memory, Choice>>,
): Generator<Way<Memory, Choice>> {
  const seen = new Set<string>()
  for (const { choice, price, carried, memory } of steps) {
    // A choice that was not possible has the outcome of another choice.
    const outcome = `${price} ${carried}`
    const followed = seen.size === 0 ? way.followed : undefined
    if (seen.has(outcome)) continue
    seen.add(outcome)
    yield { bill: way.bill + price, carried, memory, choices: [...way.choices, choice], followed }
  }
}

/**
 * Horizons in requests for which the cheapest ways are kept, and the number of ways for each: the cheapest one may be hard to
 * shorten later.
 */
const HORIZONS = [0, 1, 2, 4, 8, 16, 32, 64] as const
const KEPT = 2

/**
 * The followed ways, and for each horizon those with the least sum of their bill and the price of sending their request
 * again that many times. Of ways whose requests cost the same to send again, only the cheapest is considered.
 */
function promising<Memory, Choice>(ways: readonly Way<Memory, Choice>[]): Way<Memory, Choice>[] {
  const kept = new Set(ways.filter(({ followed }) => followed !== undefined))
  const apart = [...Map.groupBy(ways, ({ carried }) => carried).values()].map(cheapestIn)
  for (const requests of HORIZONS) {
    const cost = ({ bill, carried }: Way<Memory, Choice>): number => bill + requests * carried
    for (const way of apart.toSorted((a, b) => cost(a) - cost(b)).slice(0, KEPT)) kept.add(way)
  }
  return [...kept]
}

function cheapestIn<Memory, Choice>(ways: readonly Way<Memory, Choice>[]): Way<Memory, Choice> {
  return ways.reduce((least, way) => (way.bill < least.bill ? way : least))
}
