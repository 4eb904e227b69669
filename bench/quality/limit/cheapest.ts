/** One way to send a request: its price, and that of sending the same once more when all of it is known to the provider. */
export interface Step<Memory, Choice> {
  readonly choice: Choice
  readonly price: number
  readonly carried: number
  /** The folded request and the fold state after it, from which the next request goes on. */
  readonly memory: Memory
}

/** The least that could have been paid for all requests so far, and the choices that lead there, one for each. */
export interface Cheapest<Choice> {
  readonly bill: number
  readonly choices: readonly Choice[]
}

interface Way<Memory, Choice> extends Cheapest<Choice> {
  readonly carried: number
  readonly memory: Memory
}

/**
 * The cheapest schedule of `length` requests up to each of them, by dynamic programming: of all ways to have sent what came
 * before, those that can still be the cheapest are followed with every choice that `stepsOf` has for the next request.
 */
export function* cheapestOf<Memory, Choice>(
  length: number,
  start: Memory,
  stepsOf: (memory: Memory, request: number) => Iterable<Step<Memory, Choice>>,
): Generator<Cheapest<Choice>> {
  let ways: Way<Memory, Choice>[] = [{ bill: 0, carried: 0, memory: start, choices: [] }]
  for (let request = 0; request < length; request++) {
    const next: Way<Memory, Choice>[] = []
    for (const way of ways) {
      const seen = new Set<string>()
      for (const { choice, price, carried, memory } of stepsOf(way.memory, request)) {
        // A choice that was not possible left everything as another one did.
        const outcome = `${price} ${carried}`
        if (seen.has(outcome)) continue
        seen.add(outcome)
        next.push({ bill: way.bill + price, carried, memory, choices: [...way.choices, choice] })
      }
    }
    ways = promising(next)
    const { bill, choices } = ways.reduce((least, way) => (way.bill < least.bill ? way : least))
    yield { bill, choices }
  }
}

/** Requests to come for which the cheapest ways are kept, and how many for each: the best may be hard to shorten later. */
const HORIZONS = [0, 1, 2, 4, 8, 16, 32, 64] as const
const KEPT = 2

/**
 * The ways with the least sum of what was paid and what it costs to carry their request for so long. What is kept for no
 * horizon is dearer, and no shorter.
 */
function promising<Memory, Choice>(ways: readonly Way<Memory, Choice>[]): Way<Memory, Choice>[] {
  const best = new Set<Way<Memory, Choice>>()
  for (const requests of HORIZONS) {
    const cost = ({ bill, carried }: Way<Memory, Choice>): number => bill + requests * carried
    for (const way of [...ways].sort((a, b) => cost(a) - cost(b)).slice(0, KEPT)) best.add(way)
  }
  return [...best]
}
