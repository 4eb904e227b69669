/** The figures of a message that a session gets used to. */
export interface Habits {
  readonly asking: number
  readonly outOfSight: number
  readonly known: number
  readonly matched: number
  readonly figures: number
  /** Natural logarithm of 1 + words. */
  readonly length: number
}

/**
 * What the requests of this history have been like so far. A question about what was said before stands out against
 * them: where everything is a question, as in a help desk, being one says nothing.
 */
export interface GateMemory {
  habits: Habits | undefined
  requests: number
  /** Share of recent requests that got a recall. */
  recalled: number
}

export function createGateMemory(): GateMemory {
  return { habits: undefined, requests: 0, recalled: 0 }
}

/** The mean follows the last dozen requests, and all of them while they are fewer. */
const RATE = 0.08

export function remember(memory: GateMemory, habits: Habits, wasRecalled: boolean): void {
  memory.requests++
  const rate = Math.max(RATE, 1 / memory.requests)
  memory.habits = memory.habits ? moved(memory.habits, habits, rate) : habits
  memory.recalled += RATE * ((wasRecalled ? 1 : 0) - memory.recalled)
}

function moved(from: Habits, to: Habits, rate: number): Habits {
  const step = (name: keyof Habits): number => from[name] + rate * (to[name] - from[name])
  return {
    asking: step('asking'),
    outOfSight: step('outOfSight'),
    known: step('known'),
    matched: step('matched'),
    figures: step('figures'),
    length: step('length'),
  }
}
