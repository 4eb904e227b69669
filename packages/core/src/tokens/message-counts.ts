import type { MessageShape } from '../conversation.ts'
import type { EncodingName } from './encoding.ts'
import type { TokenMemo } from './token-memo.ts'

/** The known tokens of a message without its frame. */
export function knownCount(memo: TokenMemo, encoding: EncodingName, shape: MessageShape): number | undefined {
  if (encoding !== 'o200k') return memo.get(keyOf(encoding, shape))
  // All counts of a long history are requested in each turn, and a lookup in a large map misses the processor's cache.
  shape.o200kTokens ??= memo.get(keyOf(encoding, shape))
  return shape.o200kTokens
}

/** Stores the count for this shape and for others of the same key. */
export function keepCount(memo: TokenMemo, encoding: EncodingName, shape: MessageShape, tokens: number): void {
  if (encoding === 'o200k') shape.o200kTokens = tokens
  memo.set(keyOf(encoding, shape), tokens)
}

/** The shape's key alone means the usual encoding, so that no string is created and hashed for it. */
function keyOf(encoding: EncodingName, { key }: MessageShape): string {
  return encoding === 'o200k' ? key : `${encoding}:${key}`
}
