import type { TranscriptMessage } from '@pleat/core'
import { shorten } from '../transcript/shorten.ts'

/** The newest messages stay whole: they are what a conversation goes on from. */
const WHOLE = 8
/** Users say less and mean more of it. */
const USER_SHARE = 3

/**
 * The same messages with the long ones shortened, so that together they have about `mostCharacters`. Each keeps its
 * place. For when there is only so much time.
 */
export function limitMessages(
  messages: readonly TranscriptMessage[],
  mostCharacters: number,
): readonly TranscriptMessage[] {
  const older = messages.slice(0, Math.max(0, messages.length - WHOLE))
  const lengthAt = (limit: number): number =>
    older.reduce((sum, message) => sum + Math.min(message.content.length, limitOf(message, limit)), 0)
  if (lengthAt(Number.MAX_SAFE_INTEGER) <= mostCharacters) return messages
  let low = 0
  let high = mostCharacters
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (lengthAt(middle) <= mostCharacters) low = middle
    else high = middle
  }
  // Shorter than its own mark a shortened text cannot be.
  const limit = Math.max(low, 60)
  return messages.map((message, i) =>
    i < older.length ? { ...message, content: shorten(message.content, limitOf(message, limit)) } : message,
  )
}

function limitOf({ role }: TranscriptMessage, limit: number): number {
  return role === 'user' ? limit * USER_SHARE : limit
}
