import { randomUUID } from 'node:crypto'
import type { Hash } from '@pleat/core'
import { sessionHash } from '../gate/session-hash.ts'
import { OWN_SOURCE, type SessionSignal } from '../gate/session-id.ts'
import type { Clock, Log } from '../ports.ts'
import type { Counters } from '../proxy/counters.ts'
import { createSession, type Session } from '../proxy/session.ts'
import type { OpenedSession, SessionRegistry } from '../proxy/session-registry.ts'
import type { RequestHashes } from '../proxy/session-tips.ts'
import type { PrimaryLink } from './calls.ts'
import { type SessionUpdate, sessionOf } from './session-update.ts'

export interface RemoteSessionsDeps {
  readonly link: Pick<PrimaryLink, 'ask' | 'tell'>
  readonly clock: Clock
  readonly hash: Hash
  readonly log: Log
  readonly counters: Counters
}

/** Prefixes that are asked for: a client seldom adds more messages than this at once. */
const MAX_ASKED_HEADS = 64
const ANSWER_MS = 2000

/** What the primary process knows of a session through this worker. */
type Told = Pick<Session, 'requests' | 'originalTokens' | 'savedTokens' | 'lastHead'>

/**
 * The sessions of a worker: they are kept by the primary process, and each request works on a copy. Without an answer in time
 * a session begins anew and the request goes on (fail open).
 */
export class RemoteSessions implements SessionRegistry {
  readonly #deps: RemoteSessionsDeps
  readonly #told = new WeakMap<Session, Told>()
  #begunCount = 0

  constructor(deps: RemoteSessionsDeps) {
    this.#deps = deps
  }

  /** Those alone that this worker began without asking. */
  get begun(): number {
    return this.#begunCount
  }

  async open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    // A first request without an id continues nothing, and nobody has to be asked.
    if (signal === undefined && hashes.heads.length < 2) return this.#begin(accountId, undefined)
    return await this.#ask(accountId, signal, hashes)
  }

  remember(session: Session, head: string | undefined): void {
    session.lastUsedAt = this.#deps.clock.now()
    this.#deps.link.tell('updateSession', { ...this.#updateOf(session), remembered: { head } })
  }

  settle(session: Session): void {
    const told = this.#told.get(session)
    const isNews = session.observations.length > 0 || (told !== undefined && told.lastHead !== session.lastHead)
    if (isNews) this.#deps.link.tell('updateSession', this.#updateOf(session))
  }

  /** The primary process writes them. */
  async save(): Promise<void> {}

  async close(): Promise<void> {}

  async #ask(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    const { heads, historyHead, ends } = hashes
    const asked = { heads: heads.slice(0, MAX_ASKED_HEADS), historyHead, ends }
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS)
      })
      const answer = this.#deps.link.ask('openSession', { accountId, signal: signal ?? null, hashes: asked })
      const { state, publicId } = await Promise.race([answer, late])
      const session = sessionOf(state)
      this.#note(session)
      return { session, publicId }
    } catch (error) {
      this.#deps.counters.add('session_failed')
      this.#deps.log.error({ error }, 'The primary process did not say which session a request belongs to.')
      return this.#begin(accountId, signal)
    } finally {
      clearTimeout(timer)
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
    const { requests, originalTokens, savedTokens, lastHead } = session
    this.#told.set(session, { requests, originalTokens, savedTokens, lastHead })
  }

  #updateOf(session: Session): SessionUpdate {
    const told = this.#told.get(session) ?? { requests: 0, originalTokens: 0, savedTokens: 0 }
    const { accountId, idHash, generatedId, turns, leftAlone, refusedTips, wasRewritten, isUnbroken } = session
    const { cacheDecisions, observations, lastHead } = session
    this.#note(session)
    return {
      accountId,
      idHash,
      generatedId,
      turns,
      requests: session.requests - told.requests,
      originalTokens: session.originalTokens - told.originalTokens,
      savedTokens: session.savedTokens - told.savedTokens,
      leftAlone,
      refusedTips,
      wasRewritten,
      isUnbroken,
      cacheDecisions,
      observations,
      lastHead,
    }
  }
}
