import { DEFAULT_POLICY } from '@pleat/core'
import type { HoldoutStore } from '../proxy/holdout-port.ts'
import { type Comparison, compareGroups } from './compare-groups.ts'

/** Sessions that are compared at most, the newest first. */
const MAX_SESSIONS = 100_000
const DAY_MS = 86_400_000

export interface ComparisonQuery {
  readonly days: number
  /** Relative difference that is to be seen, 0 to 1. */
  readonly detectable: number
}

/**
 * Folded and held-out sessions of the last days. Only those that got to the turn from which on conversations are folded:
 * up to there nothing differs, so whether a session gets there depends on nothing that is compared.
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
