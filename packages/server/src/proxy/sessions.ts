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

/** Limits of sessions in memory and of the prefix hashes that find them. The least recently used are evicted. */
const MAX_LIVE = 5000
const MAX_TIPS = 20_000
/** Prefixes that the store is asked for. A client seldom adds more messages at once. */
const MAX_ASKED_TIPS = 64
/**
 * Messages that a turn adds: this server's answer and the user's message. A longer addition passed through other servers.
 */
const ADDED_BY_TURN = 2

/**
 * Finds the session of a request. The store keeps its decisions. If the store fails, a new session begins and the
 * request continues (fail open).
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

  /** Returns the session that `signal` names, or else the one that the messages continue, or else a new one. */
  async open(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    // A first request continues nothing: two conversations may begin with the same word.
    const isFirst = !signal && hashes.heads.length < 2
    const opened = isFirst ? this.#begun(accountId) : await this.#find(accountId, signal, hashes)
    if (!signal) this.#tips.noteEnd(opened.session, hashes)
    if (this.#deps.store.isShared) await this.#refresh(opened.session, hashes)
    return opened
  }

  async #find(accountId: string, signal: SessionSignal | undefined, hashes: RequestHashes): Promise<OpenedSession> {
    if (signal) return { session: await this.#named(accountId, signal), publicId: signal.id }
    const continuation = this.#tips.continue(hashes)
    const known = continuation ? sessionOf(continuation) : await this.#storedByTip(accountId, hashes)
    if (known) return { session: known, publicId: known.generatedId ?? known.idHash }
    const begun = this.#begun(accountId)
    this.#tips.reserve(begun.session, hashes)
    return begun
  }

  /** Reads the decisions of other servers if one of them may have served the previous turn. */
  async #refresh(session: Session, { heads }: RequestHashes): Promise<void> {
    const { servedHead } = session
    if (servedHead === undefined || heads.slice(0, ADDED_BY_TURN + 1).includes(servedHead)) return
    // Not while the session is being saved: a new version in the store may be the one that this process writes.
    await this.#saver.alone(async () => {
      const row = await this.#attempt('read again', () => this.#deps.store.find(session.accountId, session.idHash))
      if (row && row.version !== session.version) mergeStored(session, row)
    })
  }

  #begun(accountId: string): OpenedSession {
    const id = randomUUID()
    const idHash = this.#idHash(accountId, { source: OWN_SOURCE, id })
    // Its tip finds it again. If the client returns the id, an equal session begins: a first turn leaves no state.
    const session = this.#create(accountId, idHash, id)
    return { session, publicId: id }
  }

  /**
   * Notes that a request whose messages have this hash was answered. The session is saved after a delay, in a batch. A
   * first turn is not saved, since the next turn can derive all of it. Resolves when its decisions are stored.
   */
  remember(session: Session, head: string | undefined): Promise<void> | undefined {
    session.lastUsedAt = this.#deps.clock.now()
    // Instructions alone are not a conversation.
    if (head === undefined) return undefined
    session.servedHead = head
    this.#tips.add(session, head)
    if (session.turns < 2 && session.disabledReason === null) return undefined
    this.#index.add(session)
    return this.#saver.add(session, head)
  }

  /** Sessions are shared objects: all requests of a session see what one receipt changes. */
  settle(): void {}

  /** Writes the waiting sessions. */
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
    const row = await this.#attempt('read', () => this.#deps.store.find(accountId, idHash))
    if (row) return this.#enliven(row)
    return this.#index.add(this.#create(accountId, idHash, null))
  }

  async #storedByTip(accountId: string, hashes: RequestHashes): Promise<Session | undefined> {
    const asked = hashes.heads.slice(0, MAX_ASKED_TIPS)
    const found = await this.#attempt('read', () => this.#deps.store.findByTip(accountId, asked))
    if (!found) return undefined
    // After two later requests the session has moved on. One may be an edit of the last message.
    if (found.laterTips > 1 && found.tip !== asked[0]) return undefined
    this.#tips.add(this.#enliven(found.row), found.tip)
    return sessionOf(this.#tips.continue(hashes))
  }

  /** Another request may have loaded it while this one waited for the store. */
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
