import { textBytes } from '../memory.ts'
import { RecallHabits } from './habits.ts'

/** A frozen recall before a message of the tail. */
export interface Recall {
  readonly before: number
  readonly text: string
  readonly tokens: number
}

/** Text of a message in a recall, with its tokens. */
export interface Excerpt {
  readonly text: string
  readonly tokens: number
}

/** The recalls in the tail, and the statistics of earlier requests. */
export class RecallState {
  recalls: Recall[] = []
  readonly recallHabits = new RecallHabits()
  /**
   * Excerpts in telegraphic wording of messages that were recalled before, by index. Each depends on its message alone.
   * The map is bounded, and lost entries are computed again.
   */
  readonly excerpts = new Map<number, Excerpt>()
}

/** Removes recalls whose message has left the tail. */
export function forgetRecalls(state: RecallState, boundary: number): void {
  state.recalls = state.recalls.filter(({ before }) => before >= boundary)
}

/** Estimated bytes that the recalls keep alive. */
export function sizeOfRecalls({ recalls, excerpts }: RecallState): number {
  return textBytes(recalls) + textBytes(excerpts.values())
}
