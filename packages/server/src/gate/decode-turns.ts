/** Node decodes on four threads; more decoders at a time would only hold their windows, of up to 16 MB each. */
const MAX_AT_A_TIME = 3

/**
 * Lets a few tasks run at a time, and of one key only one: whoever sends many compressed bodies at once waits behind
 * himself, and other keys do not wait for him.
 */
export class DecodeTurns {
  readonly #maxAtATime: number
  /** Keys with a task under way, with what waits behind it; in the order in which they came. */
  readonly #queues = new Map<string, (() => void)[]>()
  readonly #running = new Set<string>()

  constructor(maxAtATime = MAX_AT_A_TIME) {
    this.#maxAtATime = maxAtATime
  }

  /** What `task` resolves or rejects with, once it is the turn of `key`. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    await this.#turn(key)
    try {
      return await task()
    } finally {
      this.#running.delete(key)
      this.#startNext()
    }
  }

  #turn(key: string): Promise<void> | undefined {
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

  /** The key that has waited longest goes first, and then to the end of the line. */
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
