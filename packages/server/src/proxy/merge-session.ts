import { MAX_DISABLED } from './disable-compression.ts'
import type { Session } from './session.ts'
import type { SessionRow } from './session-port.ts'

/**
 * Merges the stored session, which another server saved, with the changes of this server since it read the session. Decisions
 * of both are kept, and counts are added. If both decided about the cache at one history, the stored one is kept.
 */
export function mergeStored(session: Session, stored: SessionRow): void {
  const { saved } = session
  session.turns = Math.max(session.turns, stored.turns)
  session.lastUsedAt = Math.max(session.lastUsedAt, stored.lastUsedAt)
  session.requests += stored.requests - saved.requests
  session.originalTokens += stored.originalTokens - saved.originalTokens
  session.savedTokens += stored.savedTokens - saved.savedTokens
  session.wasRewritten ||= stored.savedTokens > 0
  session.cacheDecisions = unionOf(stored.cacheDecisions, session.cacheDecisions, ({ tip }) => tip)
  mergeDisabled(session, stored)
  session.version = stored.version
  session.saved = stored
}

/** True if the session has decisions that are not `known`: those that this process has not stored yet, by default. */
export function hasNewDecisions(session: Session, known: Decisions = session.saved): boolean {
  return (
    session.disabledReason !== known.disabledReason ||
    session.refusedTips !== known.refusedTips ||
    session.cacheDecisions !== known.cacheDecisions
  )
}

/** The decisions of a session, which shape the bytes of later requests. */
export type Decisions = Pick<Session, 'disabledReason' | 'refusedTips' | 'cacheDecisions'>

/** A reason without tips applies to all conversations of the session, and so exceeds any list of them. */
function mergeDisabled(session: Session, stored: SessionRow): void {
  if (stored.disabledReason === null) return
  if (session.disabledReason === null) {
    session.disabledReason = stored.disabledReason
    session.refusedTips = stored.refusedTips
  } else if (stored.refusedTips.length === 0 || session.refusedTips.length === 0) {
    session.refusedTips = []
  } else {
    session.refusedTips = unionOf(session.refusedTips, stored.refusedTips, (tip) => tip).slice(0, MAX_DISABLED)
  }
}

/** Returns the first list itself if it contains everything, so that it still counts as saved. */
function unionOf<Entry>(
  first: readonly Entry[],
  second: readonly Entry[],
  nameOf: (entry: Entry) => string,
): readonly Entry[] {
  const names = new Set(first.map(nameOf))
  const added = second.filter((entry) => !names.has(nameOf(entry)))
  return added.length === 0 ? first : [...first, ...added]
}
