import { type Cloud, type CloudTag, createCloud } from './cloud.ts'
import type { SameMeaning } from './same-meaning.ts'
import type { TagKind } from './tag.ts'

/** A cloud as plain JSON. Tags whose word is withheld keep their hash, kind and figures. */
export interface StoredCloud {
  readonly version: 1
  readonly turn: number
  readonly messages: number
  /** Key, kind, word or null, count, messages, first turn, last turn, protective value, last message. */
  readonly tags: readonly (readonly [number, TagKind, string | null, number, number, number, number, number, number])[]
  readonly aliases: readonly (readonly [number, number])[]
}

/** `isStorable` decides which tags keep their word. */
export function storeCloud(cloud: Cloud, isStorable: (tag: CloudTag) => boolean): StoredCloud {
  return {
    version: 1,
    turn: cloud.turn,
    messages: cloud.messages,
    tags: [...cloud.entries].map(([key, entry]) => [
      key,
      entry.kind,
      entry.word !== undefined && isStorable(entry) ? entry.word : null,
      entry.count,
      entry.messages,
      entry.firstTurn,
      entry.lastTurn,
      entry.value,
      entry.lastMessage,
    ]),
    aliases: [...cloud.aliases],
  }
}

/**
 * The cloud that was stored. Adding the same messages to it gives the counts that adding them to the original gives; a
 * withheld word comes back with its next use, and takes words of the same meaning from then on.
 */
export function restoreCloud(stored: StoredCloud, sameMeaning?: SameMeaning): Cloud {
  const cloud = createCloud(sameMeaning)
  cloud.turn = stored.turn
  cloud.messages = stored.messages
  for (const [key, kind, word, count, messages, firstTurn, lastTurn, value, lastMessage] of stored.tags) {
    const entry = { kind, word: word ?? undefined, count, messages, firstTurn, lastTurn, value, lastMessage }
    cloud.entries.set(key, entry)
    const meaning = kind === 'term' && word !== null ? sameMeaning?.meaningOf(word) : undefined
    if (meaning) cloud.known.add({ key, word: word!, meaning })
  }
  for (const [alias, key] of stored.aliases) cloud.aliases.set(alias, key)
  return cloud
}
