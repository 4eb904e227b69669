import type { MessageShape } from '../conversation.ts'
import type { EncodingName } from './encoding.ts'
import type { TokenMemo } from './token-memo.ts'

/** The tokens of a message without its frame, where somebody has counted them already. */
export function knownCount(memo: TokenMemo, encoding: EncodingName, shape: MessageShape): number | undefined {
  if (encoding !== 'o200k') return memo.get(keyOf(encoding, shape))
  // A long history is asked for all of its counts at each turn, and a look into a large map is a look into cold memory.
  shape.o200kTokens ??= memo.get(keyOf(encoding, shape))
  return shape.o200kTokens
}

/** Remembers it, for this shape and for others of the same key. */
export function keepCount(memo: TokenMemo, encoding: EncodingName, shape: MessageShape, tokens: number): void {
  if (encoding === 'o200k') shape.o200kTokens = tokens
  memo.set(keyOf(encoding, shape), tokens)
}

/** A shape's key stands for the usual encoding by itself: a string that is in a map already need not be made and hashed. */
function keyOf(encoding: EncodingName, { key }: MessageShape): string {
  return encoding === 'o200k' ? key : `${encoding}:${key}`
}
