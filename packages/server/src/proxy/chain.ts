import type { Conversation, Hash, WireFormat } from '@pleat/core'

/**
 * A hash for each prefix of the conversation's messages, shortest first: equal hashes, equal histories. They start from
 * the account and the wire, so histories of two accounts never meet.
 */
export function chainOf(conversation: Conversation, accountId: string, hash: Hash): readonly string[] {
  const chain: string[] = []
  let link = startOf(accountId, conversation.format, hash)
  for (const { shape } of conversation.messages) {
    link = chain.length === 0 ? firstLink(link, shape.key, hash) : hash(link + shape.key)
    chain.push(link)
  }
  return chain
}

/** Messages that hardly two conversations share: instructions, a question, an answer, and what was asked then. */
const BEGINNING = 4

/** What the requests of one conversation have in common, as it goes on and where it is edited late. */
export function beginningOf(chain: readonly string[]): string {
  return chain[Math.min(BEGINNING, chain.length) - 1] ?? ''
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
