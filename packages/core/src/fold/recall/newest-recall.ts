import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { type Recalling, recallFor } from './recall.ts'

/** What the newest request of a state was given, and for which messages. */
interface Remembered {
  readonly at: number
  readonly keys: readonly string[]
  readonly recalling: Recalling
}

/** By state, and gone with it: it only saves finding the same again when the request has become history. */
const remembered = new WeakMap<FoldState, Remembered>()

/** The recall for the newest request, whose new messages are `[from, to)`. */
export function recallNewest(source: Source, from: number, to: number): Recalling {
  const recalling = recallFor(source, from, to)
  remembered.set(source.state, { at: from, keys: keysOf(source, from, to), recalling })
  return recalling
}

/** The recall for a request of the history: as it was given, where this state gave it. */
export function recallAgain(source: Source, from: number, to: number): Recalling {
  const known = remembered.get(source.state)
  const isKnown = known?.at === from && known.keys.join() === keysOf(source, from, to).join()
  return isKnown ? known.recalling : recallFor(source, from, to)
}

function keysOf({ transcript }: Source, from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => transcript.keyOf(from + index))
}
