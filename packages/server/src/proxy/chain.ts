import { type Conversation, type Hash, historyLength, type WireFormat } from '@pleat/core'

/**
 * A hash for each prefix of the conversation's messages, shortest first: equal hashes, equal histories. They start from
 * the account and the wire, so histories of two accounts never meet.
 *
 * Instructions at the start are no part of it, and their places are empty: they are the client's and not the
 * conversation's, and with a clock or with retrieved text in them they change with every request. Only the first message
 * after them is known together with them, since it says little by itself: many conversations begin with a greeting.
 */
export function chainOf({ messages, format }: Conversation, accountId: string, hash: Hash): readonly string[] {
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
  let link = from === 0 ? chain[0]! : hash(start + first)
  for (let i = from + 1; i < messages.length; i++) {
    link = hash(link + messages[i]!.shape.key)
    chain.push(link)
  }
  return chain
}

/** The part of the chain that is history: without what the newest request adds. */
export function historyOf({ messages }: Conversation, chain: readonly string[]): readonly string[] {
  return chain.slice(0, historyLength({ length: messages.length, roleOf: (index) => messages[index]!.shape.role }))
}

/** Messages that hardly two conversations share: a question, an answer, and what was asked then. */
const BEGINNING = 3

/** What the requests of one conversation have in common, as it goes on and where it is edited late. */
export function beginningOf(chain: readonly string[]): string {
  const from = chain.findIndex((link) => link !== '')
  return chain[Math.min(from + BEGINNING, chain.length) - 1] ?? ''
}

/** Of a chain hash: 72 bits are enough to find a place in one conversation. */
const TIP_LENGTH = 12

/** The start of a chain hash, as it is stored where many are. */
export function shortTip(link: string): string {
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
