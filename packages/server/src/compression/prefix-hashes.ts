import { type Conversation, createRecentMap, type Hash, historyLength, type WireFormat } from '@pleat/core'

/**
 * Hashes each prefix of the conversation's messages, shortest first. Equal hashes mean equal histories. They start from the
 * account and the wire format, so histories of two accounts are never equal.
 *
 * Instructions at the start are excluded, and their places are empty. They belong to the client and not to the conversation,
 * and with a clock or retrieved text in them they change in every request. Only the first message is hashed together with them,
 * since many conversations begin with the same greeting.
 */
export function prefixHashes({ messages, format }: Conversation, accountId: string, hash: Hash): readonly string[] {
  const hashes: string[] = []
  const start = startOf(accountId, format, hash)
  let systemPrefix = start
  for (const { shape } of messages) {
    if (shape.role !== 'system') break
    systemPrefix = hashes.length === 0 ? firstPrefix(systemPrefix, shape.key, hash) : hash(systemPrefix + shape.key)
    hashes.push('')
  }
  const from = hashes.length
  const first = messages[from]?.shape.key
  if (first === undefined) return hashes
  hashes.push(from === 0 ? firstPrefix(start, first, hash) : hash(systemPrefix + first))
  if (hashes.length === messages.length) return hashes
  const prefix = from === 0 ? hashes[0]! : hash(start + first)
  const rest = messages.slice(from + 1).map(({ shape }) => shape.key)
  return hashes.concat(linksAfter(prefix, rest, hash))
}

/** The keys of the messages after the first one, and their prefix hashes (links). */
interface Known {
  readonly hash: Hash
  readonly keys: readonly string[]
  readonly links: readonly string[]
}

/** Number of messages below which hashing is faster than caching. */
const LEAST_KNOWN = 16

/** Recently continued conversations, by the prefix of their first message: up to 60,000 messages of about 100 bytes. */
const known = createRecentMap<Known>(60_000, ({ links }) => links.length)

/** Most histories extend that of the previous turn: equal keys get the known links and are not hashed again. */
function linksAfter(first: string, keys: readonly string[], hash: Hash): readonly string[] {
  const isLong = keys.length >= LEAST_KNOWN
  const before = isLong ? known.get(first) : undefined
  const links: string[] = []
  if (before?.hash === hash) {
    while (links.length < keys.length && before.keys[links.length] === keys[links.length])
      links.push(before.links[links.length]!)
  }
  // The known history, or a prefix of it, requested again.
  if (isLong && links.length === keys.length) return links
  for (let i = links.length; i < keys.length; i++) links.push(hash((links[i - 1] ?? first) + keys[i]!))
  if (isLong) known.set(first, { hash, keys, links })
  return links
}

/** The prefix hashes of the history, without those of the messages that the newest request adds. */
export function historyHashes({ messages }: Conversation, hashes: readonly string[]): readonly string[] {
  return hashes.slice(0, historyLength({ length: messages.length, roleOf: (index) => messages[index]!.shape.role }))
}

/** Number of messages that two conversations hardly ever share: a question, an answer and the next question. */
const BEGINNING = 3

/** A hash that the requests of one conversation share, also after late edits. */
export function beginningHash(hashes: readonly string[]): string {
  const from = hashes.findIndex((prefix) => prefix !== '')
  return hashes[Math.min(from + BEGINNING, hashes.length) - 1] ?? ''
}

/** Length of a short prefix hash: 72 bits identify a place in one conversation. */
const SHORT_HASH_LENGTH = 12

/** The start of a prefix hash, for places that store many of them. */
export function shortHash(prefix: string): string {
  return prefix.slice(0, SHORT_HASH_LENGTH)
}

/** Start of the last request's hashes. One account often sends many requests in a row. */
let lastStart: { accountId: string; format: WireFormat; hash: Hash; prefix: string } | undefined

function startOf(accountId: string, format: WireFormat, hash: Hash): string {
  const last = lastStart
  if (last?.accountId === accountId && last.format === format && last.hash === hash) return last.prefix
  lastStart = { accountId, format, hash, prefix: hash(JSON.stringify([accountId, format])) }
  return lastStart.prefix
}

/** The first prefix of the last request. Many requests start with the same instructions. */
let lastFirst: { start: string; key: string; hash: Hash; prefix: string } | undefined

function firstPrefix(start: string, key: string, hash: Hash): string {
  const last = lastFirst
  if (last?.start === start && last.key === key && last.hash === hash) return last.prefix
  lastFirst = { start, key, hash, prefix: hash(start + key) }
  return lastFirst.prefix
}
