import { type Cloud, type CloudTag, createCloud } from './cloud.ts'
import type { SameMeaning } from './same-meaning.ts'
import type { TagKind } from './tag.ts'

/** A cloud as plain JSON. Of most kinds of tags only the hash is in it, of terms, names and short identifiers the word. */
export interface StoredCloud {
  readonly version: 1
  readonly turn: number
  readonly messages: number
  /** Key, kind, word or null, count, messages, first turn, last turn, protective value, last message. */
  readonly tags: readonly (readonly [number, TagKind, string | null, number, number, number, number, number, number])[]
  readonly aliases: readonly (readonly [number, number])[]
}

const WORDS_STORED: ReadonlySet<TagKind> = new Set(['term', 'name', 'identifier'])
/** A longer identifier may be a key to something: hashes, tokens and UUIDs are kept as their hash. */
const LONGEST_IDENTIFIER = 24
const SECRET = /^(?:sk|pk|rk|gh[a-z]|xox[a-z]|AKIA|AIza|eyJ|glpat|npm|hf)[-_A-Z\d]/
/** Long words are data. */
const LONGEST_WORD = 40

export function storeCloud(cloud: Cloud): StoredCloud {
  return {
    version: 1,
    turn: cloud.turn,
    messages: cloud.messages,
    tags: [...cloud.entries].map(([key, entry]) => [
      key,
      entry.kind,
      storedWord(entry),
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

function storedWord({ kind, word }: CloudTag): string | null {
  if (word === undefined || !WORDS_STORED.has(kind) || word.length > LONGEST_WORD) return null
  if (kind === 'identifier' && (word.length > LONGEST_IDENTIFIER || SECRET.test(word))) return null
  return word
}

/** The cloud that was stored: adding the same messages to it gives what adding them to the original gives. */
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
