import { MAP_ENTRY_BYTES } from '../memory.ts'

/** How a history fits the context window of its model. */
export class WindowState {
  /** Tokens that all messages of a request may have together; undefined: no bound is known. */
  room: number | undefined
  /** Whether the history had to be folded tighter than usual to fit. */
  isTight = false
  /** Tokens of the longest request so far, and those that the newest one has left for a recall. */
  peakTokens = 0
  spareTokens = Number.POSITIVE_INFINITY
  /** Length of the history for which it was folded tighter last, and the keys of the new messages of that request. */
  tightenedAt = -1
  tightenedFor = ''
  /** Pinned messages that had to be folded after all. */
  readonly givenUp = new Set<number>()
  /** Messages that found no place in a digest of usual room: a later digest is not offered them again. */
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

/** Whether a state decided as it would have within `room`, for a history of `end` messages before the new ones `keys`. */
export function holdsWithin(
  state: WindowState,
  room: number | undefined,
  { end, keys }: { readonly end: number; readonly keys: string },
): boolean {
  if (!state.isTight) return state.peakTokens <= (room ?? Number.POSITIVE_INFINITY)
  return state.room === room && (state.tightenedAt !== end || state.tightenedFor === keys)
}

/** About how many bytes it keeps alive. */
export function sizeOfWindow({ givenUp, passedOver, tightenedFor }: WindowState): number {
  return MAP_ENTRY_BYTES * (givenUp.size + passedOver.size) + 2 * tightenedFor.length
}
