import type { Worker } from 'node:worker_threads'

/** Measures how long a thread ran on a core, without the time it waited for one. */
export class CpuTime {
  readonly #worker: Pick<Worker, 'cpuUsage'>
  /** CPU milliseconds since the thread's start: at the newest reading, and at the one that `since` used last. */
  #read: number | undefined
  #taken: number | undefined
  #isReading = false

  constructor(worker: Pick<Worker, 'cpuUsage'>) {
    this.#worker = worker
  }

  /**
   * CPU milliseconds between the last two readings, and 0 before the second. A thread that does not respond to a
   * reading is inside one long operation, which counts as all of `clockMs`.
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
      // The thread has ended.
    } finally {
      this.#isReading = false
    }
  }
}
