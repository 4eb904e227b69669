import type { TranscriptMessage } from '@pleat/core'
import { shorten } from '../transcript/shorten.ts'

/** Newest messages that are never shortened. */
const WHOLE = 8
/** A message of the user may be this many times as long as others. */
const USER_SHARE = 3

/** Shortens long messages so that those before the newest `WHOLE` have about `mostCharacters` in all. */
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
  // A shortened text cannot be shorter than its mark.
  const limit = Math.max(low, 60)
  return messages.map((message, i) =>
    i < older.length ? { ...message, content: shorten(message.content, limitOf(message, limit)) } : message,
  )
}

function limitOf({ role }: TranscriptMessage, limit: number): number {
  return role === 'user' ? limit * USER_SHARE : limit
}
