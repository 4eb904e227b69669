import { MAX_DECISIONS } from '../compression/cache-decisions.ts'
import type { CacheDecision } from '../compression/compression-port.ts'
import type { CacheObservation } from '../proxy/cache-observation.ts'
import { MAX_OBSERVATIONS } from '../proxy/cache-watch.ts'
import { MAX_DISABLED } from '../proxy/disable-compression.ts'
import { createSession, NOTHING_SAVED, type Session } from '../proxy/session.ts'

/** A session as it is sent to a worker. */
export type SessionState = Omit<Session, 'draw' | 'saved'>

export interface OpenedState {
  readonly state: SessionState
  readonly publicId: string
}

/** The changes that a request of one worker made to a session. */
export interface SessionUpdate {
  readonly accountId: string
  readonly idHash: string
  readonly generatedId: string | null
  /** The hash of the request's messages, if it was answered just now; absent in later updates. */
  readonly remembered?: { readonly head: string | undefined }
  readonly turns: number
  /** Difference to the worker's previous update, like the two token counts. */
  readonly requests: number
  readonly originalTokens: number
  readonly savedTokens: number
  readonly disabledReason: string | null
  readonly refusedTips: readonly string[]
  readonly wasRewritten: boolean
  readonly isUnbroken: boolean
  readonly cacheDecisions: readonly CacheDecision[]
  readonly observations: readonly CacheObservation[]
  readonly lastHead: string | undefined
}

/** The part of a session that is sent to a worker. */
export function stateOf(session: Session): SessionState {
  const { draw: _draw, saved: _saved, ...state } = session
  return state
}

/** The session of `state`. Fields that are undefined are lost between processes and are restored here. */
export function sessionOf(state: SessionState): Session {
  const { lastHead, servedHead } = state
  return { ...state, draw: undefined, saved: NOTHING_SAVED, lastHead, servedHead }
}

/** A new session for the first update of an unknown one. */
export function sessionOfUpdate({ accountId, idHash, generatedId }: SessionUpdate, now: number): Session {
  return createSession({ accountId, idHash, generatedId, now })
}

/**
 * Merges an update into the shared session. Counts are added and lists are merged, so that concurrent requests in two
 * workers lose nothing.
 */
export function applyUpdate(session: Session, update: SessionUpdate): void {
  session.turns = Math.max(session.turns, update.turns)
  session.requests += update.requests
  session.originalTokens += update.originalTokens
  session.savedTokens += update.savedTokens
  session.disabledReason = update.disabledReason ?? session.disabledReason
  session.refusedTips = uniteTips(update.refusedTips, session.refusedTips)
  session.wasRewritten ||= update.wasRewritten
  session.isUnbroken = update.isUnbroken
  session.cacheDecisions = uniteDecisions(session.cacheDecisions, update.cacheDecisions)
  session.observations = uniteObservations(update.observations, session.observations)
  session.lastHead = update.lastHead ?? session.lastHead
}

/** The known list itself if nothing is new, because a new list counts as a decision that is not stored yet. */
function uniteTips(newest: readonly string[], known: readonly string[]): readonly string[] {
  if (newest.every((tip) => known.includes(tip))) return known
  return [...new Set([...newest, ...known])].slice(0, MAX_DISABLED)
}

/** Merges decisions. The first decision on a history wins. */
function uniteDecisions(known: readonly CacheDecision[], added: readonly CacheDecision[]): readonly CacheDecision[] {
  const tips = new Set(known.map(({ tip }) => tip))
  const others = added.filter(({ tip }) => !tips.has(tip))
  return others.length === 0 ? known : [...known, ...others].slice(0, MAX_DECISIONS)
}

function uniteObservations(
  newest: readonly CacheObservation[],
  known: readonly CacheObservation[],
): readonly CacheObservation[] {
  const heads = new Set(newest.map(({ head }) => head))
  return [...newest, ...known.filter(({ head }) => !heads.has(head))].slice(0, MAX_OBSERVATIONS)
}
