import {
  type CacheSign,
  type CacheTerms,
  type Conversation,
  cacheTermsOf,
  type FoldState,
  sharedTokens,
  turnOf,
  type Usage,
} from '@pleat/core'
import type { Clock } from '../ports.ts'
import { type CacheFacts, decideOn, MISSES_TO_BELIEVE, signsOn } from './cache-decisions.ts'
import { type CacheHabits, type HabitName, LEAST_LIFETIME_MS } from './cache-habits.ts'
import { type CacheLine, type Expected, learnFromReceipt } from './cache-line.ts'
import { historyOf } from './chain.ts'
import type { SessionPlace } from './open-session.ts'
import type { Session } from './session.ts'

export interface CacheDeps {
  readonly clock: Clock
  readonly cacheHabits: CacheHabits
}

/** Follows what the provider's cache makes of one request of objective `cost`. */
export interface CacheWatch {
  /** What the fold has to know of it. */
  readonly signs: readonly CacheSign[]
  /** Notes what goes out: what the fold did, and the length of the body. */
  sent(state: FoldState, length: number): void
  /** Takes what the provider billed. */
  billed(usage: Usage): void
}

/** Requests whose continuations are recognised: forks and side requests live under one session. */
const MAX_LINES = 4

/** Decides what is known of the cache for this request, and follows what becomes of it. */
export function watchCache(deps: CacheDeps, place: SessionPlace, conversation: Conversation): CacheWatch {
  const { session, chain } = place
  const history = historyOf(conversation, chain)
  const before = session.cacheLines.find(({ tip }) => history.includes(tip))
  const facts = factsOf(deps, { session, history, before, conversation })
  // What was answered once stays as it was, whoever asks again, and when: a retry, another branch, a process begun anew.
  if (turnOf(conversation) > session.turns) session.cacheDecisions = decideOn(session.cacheDecisions, history, facts)
  let out: { readonly line: CacheLine; readonly expected: Expected } | undefined
  return {
    signs: signsOn(session.cacheDecisions, history),
    sent(state, length) {
      const line = { tip: chain.at(-1)!, misses: facts.misses, wasMissed: undefined }
      const others = session.cacheLines.filter(({ tip }) => tip !== line.tip)
      session.cacheLines = [line, ...others].slice(0, MAX_LINES)
      const { leastTokens } = facts.terms
      const pinnedShare = pinnedLength(conversation) / length
      const wasIdle = facts.idleMs >= LEAST_LIFETIME_MS
      out = { line, expected: { sharedTokens: sharedTokens(state), leastTokens, pinnedShare, wasIdle } }
    },
    billed(usage) {
      if (out === undefined || before === undefined) return
      learnFromReceipt(out.line, out.expected, usage)
      deps.cacheHabits.learn(nameOf(session, conversation, facts.terms), out.line, facts.idleMs)
    },
  }
}

function factsOf(
  { clock, cacheHabits }: CacheDeps,
  known: {
    session: Session
    history: readonly string[]
    before: CacheLine | undefined
    conversation: Conversation
  },
): CacheFacts & { readonly terms: CacheTerms; readonly idleMs: number } {
  const { session, history, before, conversation } = known
  const terms = cacheTermsOf(conversation)
  const name = nameOf(session, conversation, terms)
  const idleMs = session.turns > 0 ? clock.now() - session.lastUsedAt : 0
  const last = signsOn(session.cacheDecisions, history).at(-1)
  // A process begun anew goes on believing what was believed.
  const believed = last?.isCold && last.wasMissed ? MISSES_TO_BELIEVE : 0
  return {
    terms,
    idleMs,
    isIdle: idleMs > terms.lifetimeMs || cacheHabits.isForgottenAfter(name, idleMs),
    misses: before?.misses ?? believed,
    wasMissed: before?.wasMissed,
    isHabit: cacheHabits.isUncached(name),
  }
}

function nameOf({ accountId }: Session, { model }: Conversation, { lifetimeMs }: CacheTerms): HabitName {
  return { accountId, model, lifetimeMs }
}

/** Of instructions and tools; texts of all kinds take about the same room a token. */
function pinnedLength({ pinned, messages }: Conversation): number {
  let length = pinned.reduce((sum, { start, end }) => sum + end - start, 0)
  for (const { shape, start, end } of messages) {
    if (shape.role !== 'system') break
    length += end - start
  }
  return length
}
