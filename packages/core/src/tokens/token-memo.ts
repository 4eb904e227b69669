import { createRecentMap, type RecentMap } from '../recent-map.ts'

/** A cache of counts by key. It contains numbers and never text. */
export type TokenMemo = RecentMap<number>

/** Bytes of a map entry with its key's header, measured on V8. A character of a key takes at most two. */
const ENTRY_BYTES = 80
const CHARACTER_BYTES = 2

/** A memo of counts that take at most `maxBytes` together with their keys. */
export function createTokenMemo(maxBytes: number): TokenMemo {
  return createRecentMap(maxBytes, (_tokens, key) => ENTRY_BYTES + CHARACTER_BYTES * key.length)
}
