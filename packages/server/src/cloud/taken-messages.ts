import type { Conversation } from '@pleat/core'
import { excerptOf, MOST_READ } from './message-excerpt.ts'
import { type SessionCloud, takeUnread, type UnreadMessage } from './session-cloud.ts'

/** A message that waits to be read. */
export interface TakenMessage {
  readonly turn: number
  texts(): readonly string[]
}

/** Texts up to this are copied at once, in UTF-16 units: a turn's messages, but not the first sight of a long session. */
const COPIED_AT_ONCE = 64 * 1024
/** Of a long conversation seen for the first time, the newest messages up to this are read. */
const MOST_AT_ONCE = 1024 * 1024

/**
 * What of `conversation` is new to the cloud, how many units of text are kept in memory until it
 * is read, and whether it is copied: if not, the body has to be kept as well.
 */
export function takeMessages(
  session: SessionCloud,
  conversation: Conversation,
): { readonly messages: readonly TakenMessage[]; readonly weight: number; readonly isCopied: boolean } {
  const { unread, length } = newest(takeUnread(session, conversation))
  const lazily = unread.map(({ message, turn }) => ({ turn, texts: () => excerptOf(conversation, message) }))
  if (length > COPIED_AT_ONCE) return { messages: lazily, weight: conversation.body.length, isCopied: false }
  const copied = lazily.map(({ turn, texts }) => {
    const excerpt = texts()
    return { turn, texts: () => excerpt }
  })
  return { messages: copied, weight: length, isCopied: true }
}

function newest(unread: readonly UnreadMessage[]): { unread: readonly UnreadMessage[]; length: number } {
  let length = 0
  for (let place = unread.length - 1; place >= 0; place--) {
    const { start, end } = unread[place]!.message
    length += Math.min(end - start, MOST_READ)
    if (length > MOST_AT_ONCE) return { unread: unread.slice(place + 1), length }
  }
  return { unread, length }
}
