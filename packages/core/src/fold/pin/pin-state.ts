import { MAP_ENTRY_BYTES } from '../memory.ts'

/** Messages that no fold puts into other words, and instructions that stand again behind the fold. */
export interface PinState {
  readonly standing: Set<number>
  standingTokens: number
  /** Of these, tokens of the messages that no budget makes room for. */
  exemptTokens: number
  /** Of these, messages with material of the user, and tokens of those whose material is text. */
  givenMessages: number
  givenTokens: number
  /** Of these, documents, until the conversation has left them; oldest first. */
  handedOver: readonly number[]
  /** Folded instructions that stand again behind the fold: index of the newest of each kind, oldest first. */
  readonly carried: Map<number, number>
}

export function createPinState(): PinState {
  return {
    standing: new Set(),
    standingTokens: 0,
    exemptTokens: 0,
    givenMessages: 0,
    givenTokens: 0,
    handedOver: [],
    carried: new Map(),
  }
}

/** About how many bytes it keeps alive. */
export function sizeOfPins({ standing, carried }: PinState): number {
  return MAP_ENTRY_BYTES * (standing.size + carried.size)
}
