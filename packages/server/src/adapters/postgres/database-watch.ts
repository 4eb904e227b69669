import pg from 'pg'
import type { Log } from '../../ports.ts'
import { within } from '../../within.ts'
import { watchSettings } from './connection-settings.ts'
import { CALLERS_CHANGED } from './own-migrations.ts'

/** Milliseconds between two polls of the database, and the time limit for its response. */
const CHECK_INTERVAL_MS = 500
const ANSWER_MS = 2_000
/** Longest wait for the end of a connection, in milliseconds. */
const END_MS = 100

export interface WatchOptions {
  readonly url: string
  /** Milliseconds for which cached callers are valid while the database does not respond. */
  readonly graceMs: number
  readonly log: Pick<Log, 'info' | 'warn'>
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/**
 * Polls the version number that changes with every change of a caller. It does so twice a second, and on every notice
 * of such a change, over a separate connection. A change by another server is noticed at once. If notices get lost, as
 * in connection poolers, the next completed poll notices it. Without a response, the database counts as down, so that
 * no request waits for it.
 */
export class DatabaseWatch {
  readonly #options: WatchOptions
  readonly #now: () => number
  readonly #listeners: (() => void)[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> | undefined
  #version = 0
  #answeredAt: number
  #isDown = false
  #isStopped = false

  constructor(options: WatchOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#answeredAt = this.#now()
  }

  /** True if the last poll failed. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** Changes whenever cached callers may be outdated, which includes a database that has not answered for too long. */
  get callerVersion(): number {
    const isTooOld = this.#isDown && this.#now() - this.#answeredAt > this.#options.graceMs
    return isTooOld ? Number.NaN : this.#version
  }

  /** `listener` is called on each change of the version. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Polls for the first time, and continues until it is stopped. */
  async start(): Promise<void> {
    await this.ask()
    this.#schedule()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#asking
    await this.#disconnect()
  }

  /** Polls now. Resolves when the response has arrived or failed. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Polls after the current poll, whose response may be older than the change. */
  async #askAgain(): Promise<void> {
    await this.#asking
    if (!this.#isStopped) await this.ask()
  }

  #schedule(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.ask().then(() => this.#schedule()), CHECK_INTERVAL_MS).unref()
  }

  async #ask(): Promise<void> {
    try {
      const client = this.#client ?? (await this.#connect())
      const { rows } = await client.query(
        "select version, current_setting('transaction_read_only') as read_only from caller_version",
      )
      // A server that became a standby responds, but cannot be written to.
      if (rows[0].read_only === 'on') throw new Error('the server is read-only')
      this.#answered()
      if (this.#version === rows[0].version) return
      this.#version = rows[0].version
      for (const listener of this.#listeners) listener()
    } catch (error) {
      await this.#disconnect()
      this.#missed(error)
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(watchSettings(this.#options.url, ANSWER_MS))
    // Without a listener, the end of an idle connection would end the process.
    client.on('error', () => {})
    client.on('notification', () => void this.#askAgain())
    this.#client = client
    await client.connect()
    await client.query(`listen ${CALLERS_CHANGED}`)
    return client
  }

  /** Does not wait long for the server, which may never answer. */
  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    if (!client) return
    const ended = client.end().catch(() => {})
    await within(END_MS, ended, () => {})
  }

  #answered(): void {
    this.#answeredAt = this.#now()
    if (!this.#isDown) return
    this.#isDown = false
    this.#options.log.info({}, 'The database answers again.')
  }

  #missed(error: unknown): void {
    if (this.#isDown || this.#isStopped) return
    this.#isDown = true
    const graceSeconds = this.#options.graceMs / 1000
    this.#options.log.warn({ error, graceSeconds }, 'The database does not answer. Known keys are still accepted.')
  }
}
