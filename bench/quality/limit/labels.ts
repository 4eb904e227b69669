/** One way to have sent a conversation until now: its bill, and the price of reading its newest request once more. */
export interface Label {
  readonly bill: number
  readonly carried: number
}

/** Turns to come for which the cheapest way is kept. */
const HORIZONS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256] as const

/** Ways that are kept for each of them: the best may be one that is hard to shorten later. */
const KEPT = 2

/**
 * The ways that can still be the cheapest: for each number of turns to come those with the least sum of what was paid and
 * what it costs to carry their request that far. What is kept for no horizon is dearer now, and no shorter.
 */
export function promising<Way extends Label>(ways: readonly Way[]): Way[] {
  const best = new Set<Way>()
  for (const turns of HORIZONS) {
    const cost = ({ bill, carried }: Label): number => bill + turns * carried
    for (const way of [...ways].sort((a, b) => cost(a) - cost(b)).slice(0, KEPT)) best.add(way)
  }
  return [...best]
}
