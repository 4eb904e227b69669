import { type Conversation, historyLength } from '@pleat/core'
import type { ConversationEnds } from './compression-port.ts'

/** Shorter conversations may end alike by chance, and agents do not edit them yet. */
const LEAST_MESSAGES = 8

/** Identifies the end of a conversation by hashes. `hashes`: its prefix hashes, shortest first. */
export function conversationEnds({ messages }: Conversation, hashes: readonly string[]): ConversationEnds | undefined {
  let before = historyLength({ length: messages.length, roleOf: (index) => messages[index]!.shape.role })
  while (before > 0 && messages[before - 1]!.shape.role === 'assistant') before--
  if (before < LEAST_MESSAGES) return undefined
  const first = hashes.find((hash) => hash !== '')
  const beforeHead = hashes[before - 1]
  if (!first || !beforeHead) return undefined
  const endOf = (length: number): string => {
    const [key, previous] = [messages[length - 1]!.shape.key, messages[length - 2]!.shape.key]
    return `${length} ${first} ${previous} ${key}`
  }
  return { own: endOf(messages.length), before: endOf(before), beforeHead }
}
