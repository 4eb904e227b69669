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

/** A request whose use of the cache is observed. */
export interface WatchedRequest {
  readonly session: Session
  readonly facts: ConversationFacts
  /** Name of the upstream. */
  readonly upstream: string
}

/** Observes how the provider's cache serves one request. */
export interface CacheWatch {
  /** State of the cache, as input of the fold. */
  ask(): CacheQuestion
  /** Notes the decision of the fold. Not called when no fold was requested. */
  decided(answer: CacheAnswer, hasMoved: boolean): void
  /** Learns from the provider's receipt. `isWhole`: the original was sent. */
  billed(usage: Usage, isWhole: boolean): void
}

/** Requests per session whose continuations are recognised. Forks and side requests share a session. */
export const MAX_OBSERVATIONS = 4

/** Collects the state of the cache before this request, and observes the request itself. */
export function watchCache(deps: CacheDeps, { session, facts, upstream }: WatchedRequest): CacheWatch {
  const { clock, cacheHabits } = deps
  const { cacheTerms: terms, head } = facts
  const { leastTokens } = terms.caching
  const name: HabitName = { accountId: session.accountId, upstream, model: facts.model, terms }
  const idleMs = session.turns > 0 ? clock.now() - session.lastUsedAt : 0
  const wasIdle = idleMs >= LEAST_LIFETIME_MS
  // One session id may have several conversations, and another of them may have more turns than this one.
  const newest = session.observations[0]?.head
  const continuesNewest = newest !== undefined && newest !== head && facts.heads.includes(newest)
  let watched: { readonly observation: CacheObservation; readonly expected: Expected | undefined } | undefined

  /** A request without a fold sends everything that the previous one sent. */
  function unfolded(inputTokens: number): typeof watched {
    // A prompt below the cacheable size shows nothing about the cache.
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
      mayDecide: facts.turn > session.turns || continuesNewest,
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
