import type { PrepareRequest } from '../compression/compression-port.ts'
import { shortHash } from '../compression/prefix-hashes.ts'
import type { Session } from './session.ts'

/** The reasons for disabled compression, in the store and in `X-Service-Compression`. */
export const REFUSED_BY_PROVIDER = 'refused-by-provider'
export const REASONING_LOST = 'reasoning-lost'

/** Limit of remembered histories, newest first. A conversation whose history is evicted is folded again. */
export const MAX_DISABLED = 16

/**
 * Disables compression for a conversation from its current history on. The reason is one of these:
 * - The provider refused the rewritten request and accepted the original.
 * - The provider dropped reasoning although the sent prefix had not changed.
 * Other conversations under the same id are not affected: some clients use one id for everything.
 */
export function disableCompression(
  session: Session,
  historyHead: string,
  reason: typeof REFUSED_BY_PROVIDER | typeof REASONING_LOST,
): void {
  const head = shortHash(historyHead)
  session.disabledReason = reason
  session.refusedTips = [head, ...session.refusedTips.filter((other) => other !== head)].slice(0, MAX_DISABLED)
}

/** The histories of this session for which compression is disabled. Undefined: none. Empty heads: all of them. */
export function disabledIn({ disabledReason, refusedTips }: Session): PrepareRequest['disabled'] {
  return disabledReason === null ? undefined : { reason: disabledReason, heads: refusedTips }
}
