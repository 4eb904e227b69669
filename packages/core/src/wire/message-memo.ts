import type { MessageShape } from '../conversation.ts'

/** Remembers the shapes of messages by the hash of their bytes; safe to share between accounts, since it holds no text. */
export interface MessageMemo {
  get(rawHash: string): MessageShape | undefined
  set(rawHash: string, shape: MessageShape): void
}

/**
 * A memo of at most `maxEntries` shapes. Two generations: new and used entries live in the young one; when that is full
 * it becomes the old one and the previous old one is forgotten. So what is used stays, without a list to keep in order.
 */
export function createMessageMemo(maxEntries: number): MessageMemo {
  const perGeneration = Math.max(1, Math.floor(maxEntries / 2))
  let young = new Map<string, MessageShape>()
  let old = new Map<string, MessageShape>()

  function set(rawHash: string, shape: MessageShape): void {
    if (young.size >= perGeneration && !young.has(rawHash)) {
      old = young
      young = new Map()
    }
    young.set(rawHash, shape)
  }

  function get(rawHash: string): MessageShape | undefined {
    const fresh = young.get(rawHash)
    if (fresh !== undefined) return fresh
    const known = old.get(rawHash)
    if (known !== undefined) set(rawHash, known)
    return known
  }

  return { get, set }
}
