import { performance } from 'node:perf_hooks'

/** Longest uninterrupted work on one job while others wait, in milliseconds; plus one step where steps are long. */
const SLICE_MS = 5

/** Work that takes longer than a slice. */
interface Job {
  /** In bytes: the shortest job goes first. */
  readonly size: number
  /** Works on it for a slice; true when that was the last. Never throws. */
  run(): boolean
}

/** Told before each slice whose work begins, and after it with 0. */
export type OnSlice = (owner: number) => void

/**
 * Runs long work in slices, so that messages to this thread are handled in between. Jobs of least size go first: many
 * jobs that advance in rotation would all end late.
 */
export class SliceScheduler {
  readonly #jobs: Job[] = []
  readonly #onSlice: OnSlice

  constructor(onSlice: OnSlice = () => {}) {
    this.#onSlice = onSlice
  }

  /** Bytes of all jobs that wait for their next slice. */
  get waitingBytes(): number {
    return this.#jobs.reduce((sum, { size }) => sum + size, 0)
  }

  /** Runs `steps` to the end; resolves without a pause where one slice is enough. */
  run<Result>(steps: Generator<void, Result, void>, { size, owner }: { size: number; owner: number }): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job = {
        size,
        run: () => {
          try {
            const slice = this.#runSlice(steps, owner)
            if (slice.done) resolve(slice.value)
            return slice.done === true
          } catch (error) {
            reject(error)
            return true
          }
        },
      }
      if (job.run()) return
      this.#jobs.push(job)
      if (this.#jobs.length === 1) setImmediate(() => this.#runNext())
    })
  }

  #runNext(): void {
    const job = this.#jobs.reduce((least, other) => (other.size < least.size ? other : least))
    if (job.run()) this.#jobs.splice(this.#jobs.indexOf(job), 1)
    if (this.#jobs.length > 0) setImmediate(() => this.#runNext())
  }

  #runSlice<Result>(steps: Generator<void, Result, void>, owner: number): IteratorResult<void, Result> {
    const until = performance.now() + SLICE_MS
    try {
      for (;;) {
        this.#onSlice(owner)
        const step = steps.next()
        if (step.done || performance.now() >= until) return step
      }
    } finally {
      this.#onSlice(0)
    }
  }
}
