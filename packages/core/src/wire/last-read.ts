import { ownCopy } from '../own-copy.ts'
import { sumOf } from '../sum.ts'

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
/** Limits in UTF-16 units: of one text, and of all. They would occupy memory for a sender that may not return. */
const MAX_KEPT_LENGTH = 256 * 1024
const MAX_TOTAL_LENGTH = 512 * 1024

export function createLastRead<Value>(): LastRead<Value> {
  /** The oldest first. */
  let entries: { readonly text: string; readonly value: Value }[] = []
  return {
    get(text) {
      for (const entry of entries) if (entry.text === text) return entry.value
      return undefined
    },
    set(text, value) {
      if (text.length > MAX_KEPT_LENGTH) return
      entries = entries.slice(1 - KEPT)
      let left = MAX_TOTAL_LENGTH - text.length - sumOf(entries, (entry) => entry.text.length)
      while (left < 0) left += entries.shift()!.text.length
      entries.push({ text: ownCopy(text), value })
    },
  }
}
