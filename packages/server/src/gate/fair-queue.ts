/** Runs a few tasks at a time, and at most one of each key, so that the tasks of one key delay no other key. */
export class FairQueue {
  readonly #maxAtATime: number
  /** Tasks that wait, by key, in the order of arrival. */
  readonly #queues = new Map<string, (() => void)[]>()
  readonly #running = new Set<string>()

  constructor(maxAtATime: number) {
    this.#maxAtATime = maxAtATime
  }

  /** The number of tasks of `key` that wait. */
  waiting(key: string): number {
    return this.#queues.get(key)?.length ?? 0
  }

  /** Runs `task` once no other task of `key` runs and a slot is free, and settles as `task` does. */
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

  /** Starts tasks while slots are free. The key that has waited longest comes first, and then moves to the end. */
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
