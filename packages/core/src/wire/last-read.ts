import { ownCopy } from '../own-copy.ts'

/**
 * What was last read from a text that comes again and again: the same instructions, the same tools. Comparing a text costs
 * less than hashing it, and far less than reading it.
 */
export interface LastRead<Value> {
  /** What was read from this very text, where that is not long ago. */
  get(text: string): Value | undefined
  /** Keeps `value`, in the place of what was kept first when there is no more room. */
  set(text: string, value: Value): void
}

/** So many senders may take turns. */
const KEPT = 4
/** A longer text, in UTF-16 units, is not kept: it would be memory for nobody who may come back. */
const MOST_KEPT_LENGTH = 256 * 1024

export function createLastRead<Value>(): LastRead<Value> {
  const entries: { readonly text: string; readonly value: Value }[] = []
  let next = 0
  return {
    get(text) {
      for (const entry of entries) if (entry.text === text) return entry.value
      return undefined
    },
    set(text, value) {
      if (text.length > MOST_KEPT_LENGTH) return
      entries[next] = { text: ownCopy(text), value }
      next = (next + 1) % KEPT
    },
  }
}
