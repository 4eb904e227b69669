import type { TranscriptMessage } from '@pleat/core'
import { shorten } from '../transcript/shorten.ts'

/** Newest messages, which get their room before older ones. */
const NEWEST = 8
/** Largest share of the room that the newest messages take. */
const NEWEST_SHARE = 0.5
/** A message of the user may be this many times as long as others. */
const USER_SHARE = 3

/** Shortens long messages to about `mostCharacters` in total. Older ones get the room that the newest leave. */
export function limitMessages(
  messages: readonly TranscriptMessage[],
  mostCharacters: number,
): readonly TranscriptMessage[] {
  if (lengthOf(messages) <= mostCharacters) return messages
  const first = Math.max(0, messages.length - NEWEST)
  const newest = shortenEach(messages.slice(first), Math.floor(mostCharacters * NEWEST_SHARE))
  return [...shortenEach(messages.slice(0, first), mostCharacters - lengthOf(newest)), ...newest]
}

/** Shortens the longest messages to the highest limit with which the total is about `mostCharacters`. */
function shortenEach(messages: readonly TranscriptMessage[], mostCharacters: number): readonly TranscriptMessage[] {
  if (lengthOf(messages) <= mostCharacters) return messages
  let low = 0
  let high = mostCharacters
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (lengthOf(messages, middle) <= mostCharacters) low = middle
    else high = middle
  }
  // A shortened text cannot be shorter than its mark.
  const limit = Math.max(low, 60)
  return messages.map((message) => ({ ...message, content: shorten(message.content, limitOf(message, limit)) }))
}

/** Characters of all messages, if each has at most its limit. */
function lengthOf(messages: readonly TranscriptMessage[], limit = Number.POSITIVE_INFINITY): number {
  return messages.reduce((sum, message) => sum + Math.min(message.content.length, limitOf(message, limit)), 0)
}

function limitOf({ role }: TranscriptMessage, limit: number): number {
  return role === 'user' ? limit * USER_SHARE : limit
}
