import type { PrepareRequest } from '../compression/compression-port.ts'
import type { Session } from './session.ts'

/** The reasons for disabled compression, in the store and in `X-Service-Compression`. */
export const REFUSED_BY_PROVIDER = 'refused-by-provider'
export const REASONING_LOST = 'reasoning-lost'

/** Newest first; a forgotten one is refused once more. */
export const MAX_DISABLED = 16
/** Of a prefix hash: 72 bits are enough to find a place in one conversation. */
const SHORT_HASH_LENGTH = 12

/**
 * Disables compression for a conversation from its history on: the provider refused what was made of it and accepted the
 * original, or leaves out reasoning although nothing should have changed. Other conversations under the same id are not affected: some clients use one id for all they send.
 */
export function disableCompression(
  session: Session,
  historyHead: string,
  reason: typeof REFUSED_BY_PROVIDER | typeof REASONING_LOST,
): void {
  const head = historyHead.slice(0, SHORT_HASH_LENGTH)
  session.leftAlone = reason
  session.refusedTips = [head, ...session.refusedTips.filter((other) => other !== head)].slice(0, MAX_DISABLED)
}

/** The histories of this session whose compression is disabled; undefined: none. No heads: all of them. */
export function disabledIn({ leftAlone, refusedTips }: Session): PrepareRequest['disabled'] {
  return leftAlone === null ? undefined : { reason: leftAlone, heads: refusedTips }
}
