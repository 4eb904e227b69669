import { ownCopy } from '../own-copy.ts'

/**
 * A small cache of results for texts that recur, such as the same instructions or tools. Comparing a text is faster than
 * hashing it, and far faster than parsing it.
 */
export interface LastRead<Value> {
  /** The cached result for exactly this text. */
  get(text: string): Value | undefined
  /** Caches `value`. The oldest entry is evicted if the cache is full. */
  set(text: string, value: Value): void
}

/** Number of entries: senders that may alternate. */
const KEPT = 4
/** Longest cached text in UTF-16 units. A longer one would occupy memory for a sender that may not return. */
const MAX_KEPT_LENGTH = 256 * 1024

export function createLastRead<Value>(): LastRead<Value> {
  const entries: { readonly text: string; readonly value: Value }[] = []
  let next = 0
  return {
    get(text) {
      for (const entry of entries) if (entry.text === text) return entry.value
      return undefined
    },
    set(text, value) {
      if (text.length > MAX_KEPT_LENGTH) return
      entries[next] = { text: ownCopy(text), value }
      next = (next + 1) % KEPT
    },
  }
}
