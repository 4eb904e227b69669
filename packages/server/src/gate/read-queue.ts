import { setTimeout as sleep } from 'node:timers/promises'
import { FairQueue } from './fair-queue.ts'
import { ClientGone } from './read-body.ts'

/** Milliseconds of rest for each millisecond of a read. */
const REST = 4
/** Limit of a rest in milliseconds, because a slow database makes reads long that hardly use the event loop. */
const MAX_REST_MS = 1000

/** A request that reads the figures of an account. */
export interface AccountRead {
  readonly accountId: string
  /** True when nobody waits for the response any more. */
  isGone(): boolean
}

/**
 * Runs reads of many rows one at a time, each followed by a rest. With SQLite, reads run on the event loop; no account
 * may delay the requests of others by reading its own figures.
 */
export class ReadQueue {
  readonly #queue = new FairQueue(1)
  readonly #now: () => number
  readonly #rest: (ms: number) => Promise<void>

  /** `now`: a monotonic clock in milliseconds. `rest`: resolves after a number of milliseconds. */
  constructor({
    now = () => performance.now(),
    rest = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false }),
  } = {}) {
    this.#now = now
    this.#rest = rest
  }

  /**
   * Resolves to the result of `read` at once. The rest delays only the next read.
   * @throws {ClientGone} when nobody waits for it any more
   */
  run<Result>({ accountId, isGone }: AccountRead, read: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      void this.#queue.run(accountId, async () => {
        if (isGone()) return reject(new ClientGone())
        const from = this.#now()
        try {
          resolve(await read())
        } catch (error) {
          reject(error)
        }
        await this.#rest(Math.min(REST * (this.#now() - from), MAX_REST_MS))
      })
    })
  }
}
