import type { MessageShape } from '../conversation.ts'
import { createRecentMap, type RecentMap } from '../recent-map.ts'

/** Remembers the shapes of messages by the hash of their bytes; safe to share between accounts, since it holds no text. */
export type MessageMemo = RecentMap<MessageShape>

/** A memo of at most `maxEntries` shapes. */
export function createMessageMemo(maxEntries: number): MessageMemo {
  return createRecentMap(maxEntries)
}
