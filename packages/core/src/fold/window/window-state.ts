import { MAP_ENTRY_BYTES } from '../memory.ts'

/** How a history fits the context window of its model. */
export class WindowState {
  /** Token limit of all messages of a request together. Undefined: unknown. */
  room: number | undefined
  /** True if the history had to be folded tighter than usual to fit. */
  isTight = false
  /** Tokens of the longest request so far, and tokens that the newest one has left for a recall. */
  peakTokens = 0
  spareTokens = Number.POSITIVE_INFINITY
  /** Length of the history at the last tighter fold, and the keys of the new messages of that request. */
  tightenedAt = -1
  tightenedFor = ''
  /** Pinned messages that had to be folded in the end. */
  readonly givenUp = new Set<number>()
  /** Messages that a digest of usual budget left out. Later digests do not consider them again. */
  readonly passedOver = new Set<number>()

  constructor(room?: number) {
    this.room = room
  }
}

/** The new messages of a request, as far as the window is concerned. */
export interface NewMessages {
  readonly tokens: number
  readonly keys: string
}

/**
 * True if the decisions of the state also hold for a window of `room` tokens, and for the new messages `keys` after
 * `end` messages.
 */
export function holdsWithin(
  state: WindowState,
  room: number | undefined,
  { end, keys }: { readonly end: number; readonly keys: string },
): boolean {
  if (!state.isTight) return state.peakTokens <= (room ?? Number.POSITIVE_INFINITY)
  return state.room === room && (state.tightenedAt !== end || state.tightenedFor === keys)
}

/** Estimated bytes that the window state keeps alive. */
export function sizeOfWindow({ givenUp, passedOver, tightenedFor }: WindowState): number {
  return MAP_ENTRY_BYTES * (givenUp.size + passedOver.size) + 2 * tightenedFor.length
}
