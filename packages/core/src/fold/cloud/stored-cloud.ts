import type { SessionCloud, SessionTag } from './session-tags.ts'

/** A session's cloud as plain JSON. Version 1 counted other tags: its clouds are not read, and are rebuilt. */
export interface StoredCloud {
  readonly version: 2
  readonly turn: number
  readonly messages: number
  /** Key, kind, word or null, count, messages, first turn, last turn, times in digests. */
  readonly tags: readonly (readonly [
    number,
    SessionTag['kind'],
    string | null,
    number,
    number,
    number,
    number,
    number,
  ])[]
}

/** `isStorable` decides which tags keep their word. Of all others only the hash, the kind and the figures are stored. */
export function storeCloud(session: SessionCloud, isStorable: (tag: SessionTag) => boolean): StoredCloud {
  return {
    version: 2,
    turn: session.turn,
    messages: session.messages,
    tags: [...session.tags].map(([key, tag]) => {
      const word = tag.word !== undefined && isStorable(tag) ? tag.word : null
      return [key, tag.kind, word, tag.count, tag.messages, tag.firstTurn, tag.lastTurn, tag.held]
    }),
  }
}

/** Restores a stored cloud. Adding messages to it gives the same figures as adding them to the original. */
export function restoreCloud({ turn, messages, tags }: StoredCloud): SessionCloud {
  const restored = tags.map(([key, kind, word, count, inMessages, firstTurn, lastTurn, held]) => {
    const tag = { kind, word: word ?? undefined, count, messages: inMessages, firstTurn, lastTurn, held }
    return [key, tag] as const
  })
  return { turn, messages, tags: new Map(restored) }
}
