import { type Conversation, createRecentMap, type Hash, historyLength, type WireFormat } from '@pleat/core'

/**
 * A hash for each prefix of the conversation's messages, shortest first: equal hashes, equal histories. They start from
 * the account and the wire, so histories of two accounts never meet.
 *
 * Instructions at the start are no part of it, and their places are empty: they are the client's and not the
 * conversation's, and with a clock or with retrieved text in them they change with every request. Only the first message
 * after them is known together with them, since it says little by itself: many conversations begin with a greeting.
 */
export function prefixHashes({ messages, format }: Conversation, accountId: string, hash: Hash): readonly string[] {
  const chain: string[] = []
  const start = startOf(accountId, format, hash)
  let lead = start
  for (const { shape } of messages) {
    if (shape.role !== 'system') break
    lead = chain.length === 0 ? firstLink(lead, shape.key, hash) : hash(lead + shape.key)
    chain.push('')
  }
  const from = chain.length
  const first = messages[from]?.shape.key
  if (first === undefined) return chain
  chain.push(from === 0 ? firstLink(start, first, hash) : hash(lead + first))
  if (chain.length === messages.length) return chain
  const link = from === 0 ? chain[0]! : hash(start + first)
  const rest = messages.slice(from + 1).map(({ shape }) => shape.key)
  return chain.concat(linksAfter(link, rest, hash))
}

/** The keys of the messages behind a first one, and their links. */
interface Known {
  readonly hash: Hash
  readonly keys: readonly string[]
  readonly links: readonly string[]
}

/** Fewer messages are hashed sooner than they are kept and found again. */
const LEAST_KNOWN = 16

/** Of conversations that went on lately, by the link of their first message; some 100 bytes for each message. */
const known = createRecentMap<Known>(60_000, ({ links }) => links.length)

/** A history is mostly that of the turn before and a little more: its links are compared instead of hashed. */
function linksAfter(first: string, keys: readonly string[], hash: Hash): readonly string[] {
  const isLong = keys.length >= LEAST_KNOWN
  const before = isLong ? known.get(first) : undefined
  const links: string[] = []
  if (before?.hash === hash) {
    while (links.length < keys.length && before.keys[links.length] === keys[links.length])
      links.push(before.links[links.length]!)
  }
  // The beginning of it, asked for once more.
  if (isLong && links.length === keys.length) return links
  for (let i = links.length; i < keys.length; i++) links.push(hash((links[i - 1] ?? first) + keys[i]!))
  if (isLong) known.set(first, { hash, keys, links })
  return links
}

/** The part of the chain that is history: without what the newest request adds. */
export function historyHashes({ messages }: Conversation, chain: readonly string[]): readonly string[] {
  return chain.slice(0, historyLength({ length: messages.length, roleOf: (index) => messages[index]!.shape.role }))
}

/** Messages that hardly two conversations share: a question, an answer, and what was asked then. */
const BEGINNING = 3

/** What the requests of one conversation have in common, as it goes on and where it is edited late. */
export function beginningHash(chain: readonly string[]): string {
  const from = chain.findIndex((link) => link !== '')
  return chain[Math.min(from + BEGINNING, chain.length) - 1] ?? ''
}

/** Of a chain hash: 72 bits are enough to find a place in one conversation. */
const TIP_LENGTH = 12

/** The start of a chain hash, as it is stored where many are. */
export function shortHash(link: string): string {
  return link.slice(0, TIP_LENGTH)
}

/** Where the chain of the last request started; one account often sends many in a row. */
let lastStart: { accountId: string; format: WireFormat; hash: Hash; link: string } | undefined

function startOf(accountId: string, format: WireFormat, hash: Hash): string {
  const last = lastStart
  if (last?.accountId === accountId && last.format === format && last.hash === hash) return last.link
  lastStart = { accountId, format, hash, link: hash(JSON.stringify([accountId, format])) }
  return lastStart.link
}

/** The first link of the last request; many start with the same instructions. */
let lastFirst: { start: string; key: string; hash: Hash; link: string } | undefined

function firstLink(start: string, key: string, hash: Hash): string {
  const last = lastFirst
  if (last?.start === start && last.key === key && last.hash === hash) return last.link
  lastFirst = { start, key, hash, link: hash(start + key) }
  return lastFirst.link
}
