import { createRecentMap, type RecentMap } from '../recent-map.ts'

/** Remembers counts by key; it holds numbers and never text. */
export type TokenMemo = RecentMap<number>

/** A memo of at most `maxEntries` counts. */
export function createTokenMemo(maxEntries: number): TokenMemo {
  return createRecentMap(maxEntries)
}
