import { MAP_ENTRY_BYTES } from '../memory.ts'

/** Messages that no fold puts into other words, and instructions that stand again behind the fold. */
export class PinState {
  readonly standing = new Set<number>()
  standingTokens = 0
  /** Of these, tokens of the messages that no budget makes room for. */
  exemptTokens = 0
  /** Of these, messages with material of the user, and tokens of those whose material is text. */
  givenMessages = 0
  givenTokens = 0
  /** Of these, documents, until the conversation has left them; oldest first. */
  handedOver: readonly number[] = []
  /** Folded instructions that stand again behind the fold: index of the newest of each kind, oldest first. */
  readonly carried = new Map<number, number>()
  /** Other messages that stay where they are although a fold has passed them: instructions amid the conversation. */
  readonly kept = new Set<number>()
}

/** About how many bytes it keeps alive. */
export function sizeOfPins({ standing, carried, kept }: PinState): number {
  return MAP_ENTRY_BYTES * (standing.size + carried.size + kept.size)
}
