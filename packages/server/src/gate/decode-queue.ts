/** Node decodes on four threads. More decoders at a time would only hold their windows of up to 16 MB each. */
const MAX_AT_A_TIME = 3

/** Runs a few tasks at a time, and one of each key: the tasks of one key wait for each other and delay no other key. */
export class DecodeQueue {
  readonly #maxAtATime: number
  /** Tasks that wait, by key, in the order of arrival. */
  readonly #queues = new Map<string, (() => void)[]>()
  readonly #running = new Set<string>()

  constructor(maxAtATime = MAX_AT_A_TIME) {
    this.#maxAtATime = maxAtATime
  }

  /** Settles as `task` does, which runs when no other task of `key` runs and there is room. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    await this.#enter(key)
    try {
      return await task()
    } finally {
      this.#running.delete(key)
      this.#startNext()
    }
  }

  #enter(key: string): Promise<void> | undefined {
    if (!this.#running.has(key) && this.#running.size < this.#maxAtATime) {
      this.#running.add(key)
      return undefined
    }
    return new Promise((start) => {
      const queue = this.#queues.get(key)
      if (queue) queue.push(start)
      else this.#queues.set(key, [start])
    })
  }

  /** The key that has waited longest goes first, then to the end of the queue. */
  #startNext(): void {
    for (const [key, queue] of this.#queues) {
      if (this.#running.size >= this.#maxAtATime) return
      if (this.#running.has(key)) continue
      const next = queue.shift()!
      this.#queues.delete(key)
      if (queue.length > 0) this.#queues.set(key, queue)
      this.#running.add(key)
      next()
    }
  }
}
