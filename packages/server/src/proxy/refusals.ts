import type { Conversation } from '@pleat/core'
import { historyOf, shortTip } from './chain.ts'
import type { Session } from './session.ts'

/** Why a conversation is left alone from then on, as it stands in the store and in the header. */
export const REFUSED_BY_PROVIDER = 'refused-by-provider'

/** Newest first; what is forgotten is refused once more. */
const MAX_REFUSED = 16

/**
 * Notes that the provider refused what was made of this conversation, and took it as it came: from its history on it is
 * left alone. Others under the same id are not: some clients give one id to all they send.
 */
export function leaveAlone(session: Session, conversation: Conversation, chain: readonly string[]): void {
  const tip = shortTip(historyOf(conversation, chain).at(-1) ?? chain.at(-1)!)
  session.leftAlone = REFUSED_BY_PROVIDER
  session.refusedTips = [tip, ...session.refusedTips.filter((other) => other !== tip)].slice(0, MAX_REFUSED)
}

/** Why the conversation with these chain hashes is left alone; undefined where it is not. */
export function whyLeftAlone({ leftAlone, refusedTips }: Session, chain: readonly string[]): string | undefined {
  if (leftAlone === null) return undefined
  // Nothing more was noted by earlier versions.
  if (refusedTips.length === 0) return leftAlone
  return chain.some((link) => refusedTips.includes(shortTip(link))) ? leftAlone : undefined
}
