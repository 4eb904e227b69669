import type { Conversation, Hash } from '@pleat/core'

/**
 * A hash for each prefix of the conversation's messages, shortest first: equal hashes, equal histories. They start from
 * the account and the wire, so histories of two accounts never meet.
 */
export function chainOf(conversation: Conversation, accountId: string, hash: Hash): readonly string[] {
  const chain: string[] = []
  let link = hash(JSON.stringify([accountId, conversation.format]))
  for (const { shape } of conversation.messages) {
    link = hash(link + shape.key)
    chain.push(link)
  }
  return chain
}
