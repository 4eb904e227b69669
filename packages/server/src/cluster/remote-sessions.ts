import { randomUUID } from 'node:crypto'
import type { Hash } from '@pleat/core'
import { sessionHash } from '../gate/session-hash.ts'
import { OWN_SOURCE, type SessionSignal } from '../gate/session-id.ts'
import type { Clock, Log } from '../ports.ts'
import type { Counters } from '../proxy/counters.ts'
import { type Decisions, hasNewDecisions } from '../proxy/merge-session.ts'
import { createSession, NOTHING_SAVED, type Session } from '../proxy/session.ts'
import type { OpenedSession, SessionRegistry } from '../proxy/session-registry.ts'
import type { RequestHashes } from '../proxy/session-tips.ts'
import { within } from '../within.ts'
import type { PrimaryLink } from './calls.ts'
import { type SessionUpdate, sessionOf } from './session-update.ts'

export interface RemoteSessionsDeps {
  readonly link: Pick<PrimaryLink, 'ask' | 'tell'>
  readonly clock: Clock
  readonly hash: Hash
  readonly log: Log
  readonly counters: Counters
}

/** Prefix hashes in one call: a client rarely adds more messages at once. */
const MAX_ASKED_HEADS = 64
const ANSWER_MS = 2000

/** The fields of a session as this worker last received them from the primary process or reported them to it. */
type Reported = Pick<Session, 'requests' | 'originalTokens' | 'savedTokens' | 'lastHead'> & Decisions

/**
 * The sessions of a worker. The primary process holds them, and each request works on a copy. If the primary does not
 * respond in time, the request continues with a new session (fail open).
 */
export class RemoteSessions implements SessionRegistry {
  readonly #deps: RemoteSessionsDeps
  readonly #reported = new WeakMap<Session, Reported>()
  #begunCount = 0

  constructor(deps: RemoteSessionsDeps) {
    this.#deps = deps
  }

  /** Sessions that this worker began without the primary process. */
  get begun(): number {
    return this.#begunCount
  }

  async open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    // A first request without an id continues no session.
    if (signal === undefined && hashes.heads.length < 2) return this.#begin(accountId, undefined)
    return await this.#ask(accountId, signal, hashes)
  }

  remember(session: Session, head: string | undefined): Promise<void> | undefined {
    session.lastUsedAt = this.#deps.clock.now()
    const hasDecided = hasNewDecisions(session, this.#reported.get(session) ?? NOTHING_SAVED)
    const update = { ...this.#updateOf(session), remembered: { head } }
    if (hasDecided) return this.#store(update)
    this.#deps.link.tell('updateSession', update)
    return undefined
  }

  settle(session: Session): void {
    const reported = this.#reported.get(session)
    const isChanged = reported !== undefined && reported.lastHead !== session.lastHead
    if (session.observations.length > 0 || isChanged) this.#deps.link.tell('updateSession', this.#updateOf(session))
  }

  /** Does nothing: the primary process writes the sessions. */
  async save(): Promise<void> {}

  async close(): Promise<void> {}

  /** Waits until the primary process has stored the decisions. It does not wait long for its store. */
  async #store(update: SessionUpdate): Promise<void> {
    try {
      await within(ANSWER_MS, Promise.resolve(this.#deps.link.ask('updateSession', update)))
    } catch (error) {
      this.#deps.counters.add('session_failed')
      this.#deps.log.error({ error }, 'The primary process did not store the decisions of a request.')
    }
  }

  async #ask(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    const { heads, historyHead, ends } = hashes
    const asked = { heads: heads.slice(0, MAX_ASKED_HEADS), historyHead, ends }
    try {
      const answer = this.#deps.link.ask('openSession', { accountId, signal: signal ?? null, hashes: asked })
      const { state, publicId } = await within(ANSWER_MS, answer)
      const session = sessionOf(state)
      this.#note(session)
      return { session, publicId }
    } catch (error) {
      this.#deps.counters.add('session_failed')
      this.#deps.log.error({ error }, 'The primary process did not return the session of a request.')
      return this.#begin(accountId, signal)
    }
  }

  #begin(accountId: string, signal: SessionSignal | undefined): OpenedSession {
    this.#begunCount++
    const own = signal === undefined ? randomUUID() : null
    const named = signal ?? { source: OWN_SOURCE, id: own! }
    const idHash = sessionHash(this.#deps.hash, accountId, named)
    const session = createSession({ accountId, idHash, generatedId: own, now: this.#deps.clock.now() })
    this.#note(session)
    return { session, publicId: named.id }
  }

  #note(session: Session): void {
    const { requests, originalTokens, savedTokens, lastHead, disabledReason, refusedTips, cacheDecisions } = session
    const counts = { requests, originalTokens, savedTokens, lastHead }
    this.#reported.set(session, { ...counts, disabledReason, refusedTips, cacheDecisions })
  }

  #updateOf(session: Session): SessionUpdate {
    const reported = this.#reported.get(session) ?? { requests: 0, originalTokens: 0, savedTokens: 0 }
    const { accountId, idHash, generatedId, turns, disabledReason, refusedTips, wasRewritten, isUnbroken } = session
    const { cacheDecisions, observations, lastHead } = session
    this.#note(session)
    return {
      accountId,
      idHash,
      generatedId,
      turns,
      requests: session.requests - reported.requests,
      originalTokens: session.originalTokens - reported.originalTokens,
      savedTokens: session.savedTokens - reported.savedTokens,
      disabledReason,
      refusedTips,
      wasRewritten,
      isUnbroken,
      cacheDecisions,
      observations,
      lastHead,
    }
  }
}
