import { createRecentMap, type RecentMap } from '../recent-map.ts'

/** Remembers counts by key; it holds numbers and never text. */
export type TokenMemo = RecentMap<number>

/** An entry of a map with the head of its key, measured on V8, in bytes; a character of a key takes two at most. */
const ENTRY_BYTES = 80
const CHARACTER_BYTES = 2

/** A memo of counts that take at most `maxBytes` together with their keys. */
export function createTokenMemo(maxBytes: number): TokenMemo {
  return createRecentMap(maxBytes, (_tokens, key) => ENTRY_BYTES + CHARACTER_BYTES * key.length)
}
