import type { Usage } from '@pleat/core'
import type { CacheAnswer, CacheQuestion, ConversationFacts } from '../compression/compression-port.ts'
import type { Clock } from '../ports.ts'
import { type CacheHabits, type HabitName, LEAST_LIFETIME_MS } from './cache-habits.ts'
import { type CacheObservation, type Expected, learnFromReceipt } from './cache-observation.ts'
import type { Session } from './session.ts'

export interface CacheDeps {
  readonly clock: Clock
  readonly cacheHabits: CacheHabits
}

/** A request whose cache is watched. */
export interface WatchedRequest {
  readonly session: Session
  readonly facts: ConversationFacts
  /** Name of the upstream. */
  readonly upstream: string
}

/** Follows what the provider's cache makes of one request. */
export interface CacheWatch {
  /** What the fold has to know of it. */
  ask(): CacheQuestion
  /** Notes what the fold decided. Not called where no fold was asked for. */
  decided(answer: CacheAnswer, hasMoved: boolean): void
  /** Learns from what the provider billed. `isWhole`: the original was sent. */
  billed(usage: Usage, isWhole: boolean): void
}

/** Requests whose continuations are recognised: forks and side requests share a session. */
export const MAX_OBSERVATIONS = 4

/** Gathers what is known of the cache for this request, and follows what becomes of it. */
export function watchCache(deps: CacheDeps, { session, facts, upstream }: WatchedRequest): CacheWatch {
  const { clock, cacheHabits } = deps
  const { cacheTerms: terms, head } = facts
  const { leastTokens } = terms.caching
  const name: HabitName = { accountId: session.accountId, upstream, model: facts.model, terms }
  const idleMs = session.turns > 0 ? clock.now() - session.lastUsedAt : 0
  const wasIdle = idleMs >= LEAST_LIFETIME_MS
  let watched: { readonly observation: CacheObservation; readonly expected: Expected | undefined } | undefined

  /** A request that no fold was asked for sends all again that the one before it sent. */
  function unfolded(inputTokens: number): typeof watched {
    // Nothing can be learned of what is too short to be cached.
    if (head === undefined || inputTokens < leastTokens) return undefined
    const before = session.observations.find((other) => other.head !== head && facts.heads.includes(other.head))
    const { misses = 0, isCaching, untold = 0, sentTokens: sharedTokens = 0 } = before ?? {}
    const observation = { head, misses, wasMissed: undefined, isCaching, untold, sentTokens: 0 }
    keepObservation(session, observation)
    const expected = { sharedTokens, leastTokens, pinnedShare: undefined, hasMoved: false, wasIdle }
    return { observation, expected: sharedTokens > 0 ? expected : undefined }
  }

  return {
    ask: () => ({
      decisions: session.cacheDecisions,
      mayDecide: facts.turn > session.turns,
      observations: session.observations,
      isIdle: cacheHabits.isForgottenAfter(name, idleMs),
      isCaching: cacheHabits.isCaching(name),
    }),
    decided({ decisions, before, misses, isCaching, untold, sharedTokens, pinnedShare }, hasMoved) {
      if (head === undefined) return
      session.cacheDecisions = decisions
      const observation = { head, misses, wasMissed: undefined, isCaching, untold, sentTokens: 0 }
      keepObservation(session, observation)
      const expected = { sharedTokens, leastTokens, pinnedShare, hasMoved, wasIdle }
      watched = { observation, expected: before === undefined ? undefined : expected }
    },
    billed(usage, isWhole) {
      watched ??= unfolded(usage.inputTokens)
      if (watched === undefined) return
      const { observation, expected } = watched
      if (expected) {
        learnFromReceipt(observation, expected, usage)
        cacheHabits.learn(name, observation, idleMs)
      }
      if (isWhole) observation.sentTokens = usage.inputTokens
    },
  }
}

function keepObservation(session: Session, observation: CacheObservation): void {
  const others = session.observations.filter(({ head }) => head !== observation.head)
  session.observations = [observation, ...others].slice(0, MAX_OBSERVATIONS)
}
