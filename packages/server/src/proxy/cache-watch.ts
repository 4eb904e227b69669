import type { Usage } from '@pleat/core'
import type { CacheAnswer, CacheQuestion, ConversationFacts } from '../compression-port.ts'
import type { Clock } from '../ports.ts'
import { type CacheHabits, type HabitName, LEAST_LIFETIME_MS } from './cache-habits.ts'
import { learnFromReceipt } from './cache-observation.ts'
import type { Session } from './session.ts'

export interface CacheDeps {
  readonly clock: Clock
  readonly cacheHabits: CacheHabits
}

/** Follows what the provider's cache makes of one request. */
export interface CacheWatch {
  /** What the fold has to know of it. */
  readonly question: CacheQuestion
  /** Notes what the fold decided and sends. */
  sent(answer: CacheAnswer): void
  /** Learns from what the provider billed. */
  billed(usage: Usage): void
}

/** Requests whose continuations are recognised: forks and side requests share a session. */
export const MAX_OBSERVATIONS = 4

/** Gathers what is known of the cache for this request, and follows what becomes of it. */
export function watchCache(deps: CacheDeps, session: Session, facts: ConversationFacts): CacheWatch {
  const { clock, cacheHabits } = deps
  const { lifetimeMs, leastTokens } = facts.cacheTerms
  const name: HabitName = { accountId: session.accountId, model: facts.model, lifetimeMs }
  const idleMs = session.turns > 0 ? clock.now() - session.lastUsedAt : 0
  const { observations } = session
  let learn: ((usage: Usage) => void) | undefined
  return {
    question: {
      decisions: session.cacheDecisions,
      mayDecide: facts.turn > session.turns,
      observations,
      isIdle: idleMs > lifetimeMs || cacheHabits.isForgottenAfter(name, idleMs),
      isHabit: cacheHabits.isUncached(name),
    },
    sent({ decisions, before, misses, sharedTokens, pinnedShare }) {
      if (facts.head === undefined) return
      session.cacheDecisions = decisions
      const observation = { head: facts.head, misses, wasMissed: undefined }
      const others = session.observations.filter(({ head }) => head !== observation.head)
      session.observations = [observation, ...others].slice(0, MAX_OBSERVATIONS)
      if (before === undefined) return
      const expected = { sharedTokens, leastTokens, pinnedShare, wasIdle: idleMs >= LEAST_LIFETIME_MS }
      learn = (usage) => {
        learnFromReceipt(observation, expected, usage)
        cacheHabits.learn(name, observation, idleMs)
      }
    },
    billed: (usage) => learn?.(usage),
  }
}
