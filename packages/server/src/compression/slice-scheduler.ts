import { performance } from 'node:perf_hooks'

/** Longest uninterrupted work on one job while others wait, in milliseconds; plus one step where steps are long. */
const SLICE_MS = 5

/** Whose work it is, and how much. */
export interface JobInfo {
  /** In bytes: of one account's jobs, the shortest goes first. */
  readonly size: number
  /** Names the work to the watch. */
  readonly owner: number
  readonly accountId: string
}

/** Work that takes longer than a slice. */
interface Job {
  readonly size: number
  readonly account: Account
  /** Works on it for a slice; true when that was the last. Never throws. */
  run(): boolean
}

/** An account that has jobs. */
interface Account {
  readonly id: string
  jobs: number
  /** Work that it has had, in milliseconds, counted from the least of the accounts that had jobs when it came. */
  usedMs: number
}

/** Told before each slice whose work begins, and after it with 0. */
export type OnSlice = (owner: number) => void

/**
 * Runs long work in slices, so that messages to this thread are handled in between. The account that has had the least
 * goes first, however many jobs another one has; of its own jobs the shortest, since many jobs that advance in rotation
 * would all end late.
 */
export class SliceScheduler {
  readonly #jobs: Job[] = []
  readonly #accounts = new Map<string, Account>()
  readonly #onSlice: OnSlice

  constructor(onSlice: OnSlice = () => {}) {
    this.#onSlice = onSlice
  }

  /** Bytes of all jobs that wait for their next slice. */
  get waitingBytes(): number {
    return this.#jobs.reduce((sum, { size }) => sum + size, 0)
  }

  /** Runs `steps` to the end; resolves without a pause where one slice is enough and the account has no other job. */
  run<Result>(steps: Generator<void, Result, void>, { size, owner, accountId }: JobInfo): Promise<Result> {
    return new Promise((resolve, reject) => {
      const account = this.#accounts.get(accountId) ?? { id: accountId, jobs: 0, usedMs: this.#leastUsed() }
      const job = {
        size,
        account,
        run: () => {
          const startedAt = performance.now()
          try {
            const slice = this.#runSlice(steps, owner, startedAt + SLICE_MS)
            if (slice.done) resolve(slice.value)
            return slice.done === true
          } catch (error) {
            reject(error)
            return true
          } finally {
            account.usedMs += performance.now() - startedAt
          }
        },
      }
      if (account.jobs === 0 && job.run()) return
      account.jobs++
      this.#accounts.set(accountId, account)
      this.#jobs.push(job)
      if (this.#jobs.length === 1) setImmediate(() => this.#runNext())
    })
  }

  #leastUsed(): number {
    let least = Number.POSITIVE_INFINITY
    for (const { usedMs } of this.#accounts.values()) least = Math.min(least, usedMs)
    return Number.isFinite(least) ? least : 0
  }

  #runNext(): void {
    const job = this.#jobs.reduce((first, other) => (goesBefore(other, first) ? other : first))
    if (job.run()) this.#end(job)
    if (this.#jobs.length > 0) setImmediate(() => this.#runNext())
  }

  #end(job: Job): void {
    this.#jobs.splice(this.#jobs.indexOf(job), 1)
    job.account.jobs--
    if (job.account.jobs === 0) this.#accounts.delete(job.account.id)
  }

  #runSlice<Result>(steps: Generator<void, Result, void>, owner: number, until: number): IteratorResult<void, Result> {
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

function goesBefore(job: Job, other: Job): boolean {
  if (job.account === other.account) return job.size < other.size
  return job.account.usedMs < other.account.usedMs
}
