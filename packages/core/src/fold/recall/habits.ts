/** The figures of a message that a session gets used to. */
export interface Habits {
  /** Share of its words that belong to sentences with a question mark of any script. */
  readonly asking: number
  /** Share of the information of its terms that the history holds at all. */
  readonly known: number
  /** Share of the known that no message still in sight holds, and how many rare words' worth of information that is. */
  readonly outOfSight: number
  readonly unseen: number
  /** BM25 of the best message that is not in sight, relative to the known. */
  readonly matched: number
  /** How close its meaning is to the closest of the user's messages in sight, and to all in sight on average. */
  readonly continued: number
  readonly nearby: number
}

/**
 * What the requests of this history have been like so far. A question about what was said before stands out against
 * them: where everything is a question, as in a help desk, being one says nothing.
 */
export class RecallHabits {
  usual: Habits | undefined = undefined
  requests = 0
  /** Share of recent requests that got a recall. */
  recalled = 0
}

/** The mean follows the last requests by `habitRate`, and all of them while they are fewer. */
export function remember(
  memory: RecallHabits,
  request: { readonly habits: Habits; readonly wasRecalled: boolean },
  habitRate: number,
): void {
  const { habits, wasRecalled } = request
  memory.requests++
  const rate = Math.max(habitRate, 1 / memory.requests)
  memory.usual = memory.usual ? moved(memory.usual, habits, rate) : habits
  memory.recalled += habitRate * ((wasRecalled ? 1 : 0) - memory.recalled)
}

function moved(from: Habits, to: Habits, rate: number): Habits {
  const step = (name: keyof Habits): readonly [string, number] => [name, from[name] + rate * (to[name] - from[name])]
  return Object.fromEntries(NAMES.map(step)) as unknown as Habits
}

const NAMES = ['asking', 'known', 'outOfSight', 'unseen', 'matched', 'continued', 'nearby'] as const
