import { randomUUID } from 'node:crypto'
import type { Hash } from '@pleat/core'
import { sessionHash } from '../gate/session-hash.ts'
import { OWN_SOURCE, type SessionSignal } from '../gate/session-id.ts'
import type { Clock, Log, SavedSession, SessionRow, SessionStore } from '../ports.ts'
import type { Counters } from './counters.ts'
import { createSession, type Session, sessionFromRow, sessionToRow } from './session.ts'
import { SessionIndex } from './session-index.ts'
import { type Continuation, type RequestHashes, SessionTips } from './session-tips.ts'

export interface SessionsDeps {
  readonly store: Pick<SessionStore, 'find' | 'findByTip' | 'save'>
  readonly clock: Clock
  readonly hash: Hash
  readonly log: Log
  readonly counters: Counters
}

/** A session of a request, and the id by which its answer names it. */
export interface OpenedSession {
  readonly session: Session
  readonly publicId: string
}

/** Sessions kept in memory, and the chain hashes they are found by; those used longest ago leave. */
const MAX_LIVE = 5000
const MAX_TIPS = 20_000
/** Prefixes that the store is asked for: a client seldom adds more messages than this at once. */
const MAX_ASKED_TIPS = 64
const SAVE_DELAY_MS = 1000
/** Rows written at one go. */
const SAVED_AT_ONCE = 200
/** Rows of one transaction, written before requests have their turn again: about a millisecond. */
const SAVED_TOGETHER = 8

/**
 * Which conversation a request belongs to. The store is a cache of what was decided: should it fail, a session begins
 * anew and the request goes on (fail open).
 */
export class Sessions {
  readonly #deps: SessionsDeps
  readonly #index = new SessionIndex(MAX_LIVE)
  readonly #tips = new SessionTips(MAX_TIPS)
  readonly #unsaved = new Map<Session, string>()
  #timer: NodeJS.Timeout | undefined
  #begunCount = 0

  constructor(deps: SessionsDeps) {
    this.#deps = deps
  }

  /** Sessions that began since the start. */
  get begun(): number {
    return this.#begunCount
  }

  /** The session `signal` names; without one, that of the longest known prefix; else a new one. */
  async open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    if (signal) return { session: await this.#named(accountId, signal), publicId: signal.id }
    // A first request continues nothing: two conversations may well begin with the same word.
    if (hashes.heads.length < 2) return this.#begun(accountId)
    const continuation = this.#tips.continue(hashes)
    const known = continuation ? sessionOf(continuation) : await this.#storedByTip(accountId, hashes)
    if (known) return { session: known, publicId: known.generatedId ?? known.idHash }
    const begun = this.#begun(accountId)
    this.#tips.reserve(begun.session, hashes)
    return begun
  }

  #begun(accountId: string): OpenedSession {
    const id = randomUUID()
    const idHash = this.#idHash(accountId, { source: OWN_SOURCE, id })
    // Found again by its tip. Should the client send the id back, an equal one begins: a first turn leaves nothing behind.
    const session = this.#create(accountId, idHash, id)
    return { session, publicId: id }
  }

  /**
   * Notes that a request was answered whose messages have this hash. Saved a moment later, together with others; a first turn
   * is not, since there is nothing in it that the next could not find out again.
   */
  remember(session: Session, head: string | undefined): void {
    session.lastUsedAt = this.#deps.clock.now()
    // Instructions alone are no conversation.
    if (head === undefined) return
    this.#tips.add(session, head)
    if (session.turns < 2 && session.leftAlone === null) return
    this.#index.add(session)
    // Last in the order of saving: of a tip that two sessions share, the one that had it last is the one that is found.
    this.#unsaved.delete(session)
    this.#unsaved.set(session, head)
    this.#timer ??= setTimeout(() => void this.save(SAVED_AT_ONCE), SAVE_DELAY_MS)
  }

  /** Writes at most `most` of the sessions that wait for it. */
  async save(most = Number.POSITIVE_INFINITY): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let count = 0; count < most && this.#unsaved.size > 0; count += SAVED_TOGETHER) {
      await this.#saveSome()
      // The store may well be done within the same turn of the event loop.
      await new Promise(setImmediate)
    }
    if (this.#unsaved.size > 0) this.#timer ??= setTimeout(() => void this.save(SAVED_AT_ONCE), SAVE_DELAY_MS)
  }

  /** What cannot be saved together is saved one by one, so that it costs nobody else. */
  async #saveSome(): Promise<void> {
    const sessions: SavedSession[] = []
    for (const [session, tip] of this.#unsaved) {
      this.#unsaved.delete(session)
      if (sessions.push({ row: sessionToRow(session), tip }) === SAVED_TOGETHER) break
    }
    try {
      await this.#deps.store.save(sessions)
    } catch {
      for (const session of sessions) await this.#attempt('saved', () => this.#deps.store.save([session]))
    }
  }

  async close(): Promise<void> {
    await this.save()
    clearTimeout(this.#timer)
  }

  async #named(accountId: string, signal: SessionSignal): Promise<Session> {
    const idHash = this.#idHash(accountId, signal)
    const live = this.#index.find(accountId, idHash)
    if (live) return live
    const row = await this.#attempt('found', () => this.#deps.store.find(accountId, idHash))
    if (row) return this.#enliven(row)
    return this.#index.add(this.#create(accountId, idHash, null))
  }

  async #storedByTip(accountId: string, hashes: RequestHashes): Promise<Session | undefined> {
    const asked = hashes.heads.slice(0, MAX_ASKED_TIPS)
    const found = await this.#attempt('found', () => this.#deps.store.findByTip(accountId, asked))
    if (!found) return undefined
    // Two later requests: the session has moved on. One may be a last message that is edited now.
    if (found.laterTips > 1 && found.tip !== asked[0]) return undefined
    this.#tips.add(this.#enliven(found.row), found.tip)
    return sessionOf(this.#tips.continue(hashes))
  }

  /** Another request may have brought it to life while this one waited for the store. */
  #enliven(row: SessionRow): Session {
    return this.#index.find(row.accountId, row.idHash) ?? this.#index.add(sessionFromRow(row))
  }

  #create(accountId: string, idHash: string, generatedId: string | null): Session {
    this.#begunCount++
    return createSession({ accountId, idHash, generatedId, now: this.#deps.clock.now() })
  }

  #idHash(accountId: string, signal: SessionSignal): string {
    return sessionHash(this.#deps.hash, accountId, signal)
  }

  async #attempt<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act()
    } catch (error) {
      this.#deps.counters.add('session_failed')
      this.#deps.log.error({ error }, `A session could not be ${what}.`)
      return undefined
    }
  }
}

function sessionOf(continuation: Continuation): Session | undefined {
  return continuation?.kind === 'known' ? continuation.session : undefined
}
