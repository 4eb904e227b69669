import { textBytes } from '../memory.ts'
import { RecallHabits } from './habits.ts'

/** A frozen recall, standing before a message of the tail. */
export interface Recall {
  readonly before: number
  readonly text: string
  readonly tokens: number
}

/** A message as a recall gives it, with its tokens; a pure function of the message. */
export interface Excerpt {
  readonly text: string
  readonly tokens: number
}

/** The recalls in the tail, and the statistics of earlier requests. */
export class RecallState {
  recalls: Recall[] = []
  readonly recallHabits = new RecallHabits()
  /** Worded excerpts of messages that were recalled before, by index; bounded, and made again when lost. */
  readonly excerpts = new Map<number, Excerpt>()
}

/** Recalls leave together with the message that they stand before. */
export function forgetRecalls(state: RecallState, boundary: number): void {
  state.recalls = state.recalls.filter(({ before }) => before >= boundary)
}

/** About how many bytes it keeps alive. */
export function sizeOfRecalls({ recalls, excerpts }: RecallState): number {
  return textBytes(recalls) + textBytes(excerpts.values())
}
