import { MAP_ENTRY_BYTES } from '../memory.ts'

/** Messages that no fold rewords, and instructions that are moved after the fold. */
export class PinState {
  readonly standing = new Set<number>()
  standingTokens = 0
  /** Tokens of those pinned messages that are not part of any budget. */
  exemptTokens = 0
  /** Number of pinned messages with the user's material, and the tokens of those whose material is text. */
  materialMessages = 0
  materialTokens = 0
  /** Pinned documents that the conversation has not moved on from, oldest first. */
  documents: readonly number[] = []
  /** Folded instructions that are moved after the fold: the index of the newest of each kind, oldest first. */
  readonly carried = new Map<number, number>()
  /** Other messages that keep their position although a fold has passed them: instructions within the conversation. */
  readonly kept = new Set<number>()
}

/** Estimated bytes that the pins keep alive. */
export function sizeOfPins({ standing, carried, kept }: PinState): number {
  return MAP_ENTRY_BYTES * (standing.size + carried.size + kept.size)
}
