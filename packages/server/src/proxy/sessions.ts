import { randomUUID } from 'node:crypto'
import type { Hash } from '@pleat/core'
import { sessionHash } from '../gate/session-hash.ts'
import { OWN_SOURCE, type SessionSignal } from '../gate/session-id.ts'
import type { Clock, Log } from '../ports.ts'
import type { Counters } from './counters.ts'
import { mergeStored } from './merge-session.ts'
import { createSession, type Session, sessionFromRow } from './session.ts'
import { SessionIndex } from './session-index.ts'
import type { SessionRow, SessionStore } from './session-port.ts'
import type { OpenedSession, SessionRegistry } from './session-registry.ts'
import { SessionSaver } from './session-saver.ts'
import { type Continuation, type RequestHashes, SessionTips } from './session-tips.ts'

export interface SessionsDeps {
  readonly store: Pick<SessionStore, 'find' | 'findByTip' | 'save' | 'isShared'>
  readonly clock: Clock
  readonly hash: Hash
  readonly log: Log
  readonly counters: Counters
}

/** Sessions kept in memory, and the chain hashes they are found by; those used longest ago leave. */
const MAX_LIVE = 5000
const MAX_TIPS = 20_000
/** Prefixes that the store is asked for: a client seldom adds more messages than this at once. */
const MAX_ASKED_TIPS = 64
/** Messages that a turn adds, of this server's answer and of the user: a history that is longer went through others. */
const ADDED_BY_TURN = 2

/**
 * Which conversation a request belongs to. The store is a cache of what was decided: should it fail, a session begins
 * anew and the request goes on (fail open).
 */
export class Sessions implements SessionRegistry {
  readonly #deps: SessionsDeps
  readonly #index = new SessionIndex(MAX_LIVE)
  readonly #tips = new SessionTips(MAX_TIPS)
  readonly #saver: SessionSaver
  #begunCount = 0

  constructor(deps: SessionsDeps) {
    this.#deps = deps
    this.#saver = new SessionSaver(deps)
  }

  /** Sessions that began since the start. */
  get begun(): number {
    return this.#begunCount
  }

  /** The session `signal` names; without one, that of the longest known prefix; else a new one. */
  async open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    const opened = await this.#open(accountId, signal, hashes)
    if (!signal) this.#tips.noteEnd(opened.session, hashes)
    if (this.#deps.store.isShared) await this.#refresh(opened.session, hashes)
    return opened
  }

  async #open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
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

  /** Reads what other servers have decided, where one of them may have served the turn before. */
  async #refresh(session: Session, { heads }: RequestHashes): Promise<void> {
    const { servedHead } = session
    if (servedHead === undefined || heads.slice(0, ADDED_BY_TURN + 1).includes(servedHead)) return
    // Not while it is being saved: what this process wrote is not another's.
    await this.#saver.alone(async () => {
      const row = await this.#attempt('read again', () => this.#deps.store.find(session.accountId, session.idHash))
      if (row && row.version !== session.version) mergeStored(session, row)
    })
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
   * is not, since there is nothing in it that the next could not find out again. Resolves when its decisions are stored.
   */
  remember(session: Session, head: string | undefined): Promise<void> | undefined {
    session.lastUsedAt = this.#deps.clock.now()
    // Instructions alone are no conversation.
    if (head === undefined) return undefined
    session.servedHead = head
    this.#tips.add(session, head)
    if (session.turns < 2 && session.leftAlone === null) return undefined
    this.#index.add(session)
    return this.#saver.add(session, head)
  }

  /** Sessions are shared objects here: what a receipt teaches one is known to all its requests. */
  settle(): void {}

  /** Writes the sessions that wait for it. */
  save(): Promise<void> {
    return this.#saver.save()
  }

  async close(): Promise<void> {
    await this.#saver.close()
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
