import { DEFAULT_POLICY } from '@pleat/core'
import type { HoldoutStore } from '../proxy/holdout-port.ts'
import { type Comparison, compareGroups } from './compare-groups.ts'

/** Largest number of compared sessions. The newest come first. */
const MAX_SESSIONS = 100_000
const DAY_MS = 86_400_000

export interface ComparisonQuery {
  readonly days: number
  /** Relative difference to detect, 0 to 1. */
  readonly detectable: number
}

/**
 * Compares folded and held-out sessions of the last `days` days that reached the first turn with folds. Both groups are
 * treated alike until that turn, so reaching it does not depend on the group.
 */
export async function readComparison(
  store: HoldoutStore,
  { days, detectable, holdoutShare, now }: ComparisonQuery & { holdoutShare: number; now: number },
): Promise<Comparison> {
  const sessions = await store.list({
    since: now - days * DAY_MS,
    leastTurns: DEFAULT_POLICY.firstTurn,
    limit: MAX_SESSIONS,
  })
  return compareGroups(sessions, { detectable, holdoutShare })
}
