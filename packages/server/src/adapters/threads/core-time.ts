import type { Worker } from 'node:worker_threads'

/** How long a thread had a core for, as against waiting for one. */
export class CoreTime {
  readonly #worker: Pick<Worker, 'cpuUsage'>
  /** Of the newest reading, and of the one that `since` went by last; in milliseconds since the start of the thread. */
  #read: number | undefined
  #taken: number | undefined
  #isReading = false

  constructor(worker: Pick<Worker, 'cpuUsage'>) {
    this.#worker = worker
  }

  /**
   * Milliseconds between the last two readings, and none before there are two. A thread that answers no reading is inside
   * one long operation: then all of `clockMs`.
   */
  since(clockMs: number): number {
    const [read, taken, isStuck] = [this.#read, this.#taken, this.#isReading]
    this.#taken = read
    void this.#readNext()
    if (isStuck) return clockMs
    return read === undefined || taken === undefined ? 0 : Math.min(clockMs, read - taken)
  }

  async #readNext(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      const { user, system } = await this.#worker.cpuUsage()
      this.#read = (user + system) / 1000
    } catch {
      // The thread is gone.
    } finally {
      this.#isReading = false
    }
  }
}
