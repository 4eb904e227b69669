import type { Log } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { within } from '../within.ts'
import type { Counters } from './counters.ts'
import { hasNewDecisions, mergeStored } from './merge-session.ts'
import { type Session, sessionToRow } from './session.ts'
import type { SavedSession, SessionStore } from './session-port.ts'

export interface SessionSaverDeps {
  readonly store: Pick<SessionStore, 'save'>
  readonly log: Log
  readonly counters: Counters
}

const SAVE_DELAY_MS = 1000
/** Milliseconds between attempts while the store is not available. */
const RETRY_MS = 2000
/** Largest number of rows that one pass writes. */
const SAVED_AT_ONCE = 200
/** Rows per transaction, after which requests are served again: about a millisecond. */
const SAVED_TOGETHER = 8
/** Largest number of sessions that wait for an unavailable store. The oldest are dropped. */
const MAX_WAITING = 5000
/**
 * Longest time in milliseconds that a response waits until the decisions that shaped its request are stored, and that a
 * request waits for those of other servers.
 */
const MAX_WAIT_MS = 250
/** Merges after which a session is dropped because other servers keep saving it. */
const MAX_ATTEMPTS = 10

interface Waiting {
  readonly session: Session
  readonly saved: SavedSession
}

/**
 * Saves sessions shortly after their requests, in batches. If another server has saved a session meanwhile, both versions
 * are merged and saved again.
 */
export class SessionSaver {
  readonly #deps: SessionSaverDeps
  /** Waiting sessions, each with the tip of its newest request. */
  readonly #unsaved = new Map<Session, string>()
  #timer: NodeJS.Timeout | undefined
  /** The most recently started use of the store. */
  #saving: Promise<void> = Promise.resolve()
  #isUnavailable = false

  constructor(deps: SessionSaverDeps) {
    this.#deps = deps
  }

  /**
   * Saves a session after a delay, or at once if it contains a new decision. Without that decision another process would
   * send other bytes: the one that serves the next turn, or the one that replaces this process after a kill. Resolves when
   * the decisions are stored, after `MAX_WAIT_MS` at the latest; undefined without any, or without an available store.
   */
  add(session: Session, tip: string): Promise<void> | undefined {
    // Moved to the end of the order of saving: if two sessions share a tip, the later one is found by it.
    this.#unsaved.delete(session)
    this.#unsaved.set(session, tip)
    if (hasNewDecisions(session) && !this.#isUnavailable) return within(MAX_WAIT_MS, this.#saveNow(session), () => {})
    this.#timer ??= setTimeout(() => void this.save(SAVED_AT_ONCE), SAVE_DELAY_MS)
    return undefined
  }

  /** Writes at most `most` of the waiting sessions, after those that are being written. */
  save(most = Number.POSITIVE_INFINITY): Promise<void> {
    return this.#afterSaving(() => this.#save(most))
  }

  /**
   * Uses the store while nothing is being saved. Resolves after `MAX_WAIT_MS` at the latest: `use` may then still run
   * or wait. Does nothing without an available store. Rejects with the error of `use`, which affects no later use.
   */
  alone(use: () => Promise<void>): Promise<void> {
    return this.#isUnavailable ? Promise.resolve() : within(MAX_WAIT_MS, this.#afterSaving(use), () => {})
  }

  #afterSaving(use: () => Promise<void>): Promise<void> {
    const using = this.#saving.then(use)
    this.#saving = using.catch(() => {})
    return using
  }

  /** Writes all waiting sessions, or reports how many were not written. */
  async close(): Promise<void> {
    await this.save()
    clearTimeout(this.#timer)
    const lost = this.#unsaved.size
    this.#unsaved.clear()
    if (lost > 0) this.#deps.log.error({ sessions: lost }, 'Sessions could not be saved: the store is not available.')
  }

  async #save(most: number): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isUnavailable = false
    for (let count = 0; count < most && this.#unsaved.size > 0 && !this.#isUnavailable; count += SAVED_TOGETHER) {
      await this.#saveSome()
      // The store may finish within the same tick.
      await new Promise(setImmediate)
    }
    if (this.#unsaved.size > 0) this.#saveIn(this.#isUnavailable ? RETRY_MS : SAVE_DELAY_MS)
  }

  /** Saves this session before the other waiting ones. */
  #saveNow(session: Session): Promise<void> {
    return this.alone(async () => {
      const tip = this.#unsaved.get(session)
      if (tip === undefined) return
      this.#unsaved.delete(session)
      await this.#attempt({ session, saved: { row: sessionToRow(session), tip } })
      if (this.#isUnavailable) this.#saveIn(RETRY_MS)
    })
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(SAVED_AT_ONCE), delayMs)
  }

  /** If a batch cannot be saved, each session is saved separately, so that one failure does not affect the others. */
  async #saveSome(): Promise<void> {
    const waiting: Waiting[] = []
    for (const [session, tip] of this.#unsaved) {
      this.#unsaved.delete(session)
      if (waiting.push({ session, saved: { row: sessionToRow(session), tip } }) === SAVED_TOGETHER) break
    }
    try {
      await this.#saveAll(waiting)
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#putBack(waiting, error)
      else for (const one of waiting) await this.#attempt(one)
    }
  }

  async #saveAll(waiting: readonly Waiting[], attempt = 1): Promise<void> {
    const outcomes = await this.#deps.store.save(waiting.map(({ saved }) => saved))
    const conflicts: Waiting[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const { session, saved } = waiting[index]!
      if (outcome.kind === 'saved') {
        session.version = outcome.version
        session.saved = saved.row
      } else {
        mergeStored(session, outcome.stored)
        conflicts.push({ session, saved: { row: sessionToRow(session), tip: saved.tip } })
      }
    }
    if (conflicts.length === 0) return
    if (attempt === MAX_ATTEMPTS) throw new Error('other servers keep saving the session')
    await this.#saveAll(conflicts, attempt + 1)
  }

  async #attempt(one: Waiting): Promise<void> {
    try {
      await this.#saveAll([{ ...one, saved: { ...one.saved, row: sessionToRow(one.session) } }])
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#putBack([one], error)
      else this.#lost(error)
    }
  }

  #putBack(waiting: readonly Waiting[], error: StoreUnavailable): void {
    if (!this.#isUnavailable) this.#deps.log.warn({ error }, 'Sessions are saved when the store is available again.')
    this.#isUnavailable = true
    for (const { session, saved } of waiting) {
      if (!this.#unsaved.has(session)) this.#unsaved.set(session, saved.tip)
    }
    for (const session of this.#unsaved.keys()) {
      if (this.#unsaved.size <= MAX_WAITING) break
      this.#unsaved.delete(session)
      this.#lost(error)
    }
  }

  #lost(error: unknown): void {
    this.#deps.counters.add('session_failed')
    this.#deps.log.error({ error }, 'A session could not be saved.')
  }
}
