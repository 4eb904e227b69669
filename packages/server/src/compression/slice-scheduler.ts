import { performance } from 'node:perf_hooks'

/** Time after which a slice ends, in milliseconds. A long step may exceed it. */
const SLICE_MS = 5
/**
 * Work that a recently idle account may do before the others, in milliseconds: more than the next turn of a usual conversation
 * takes.
 */
const CREDIT_MS = 50
/**
 * Number of accounts whose work is remembered, so that a returning account gets no new credit. Beyond it, the one without a job
 * that entered first is forgotten.
 */
const MAX_REMEMBERED = 1000

/** The owner of a job, and its size. */
export interface JobInfo {
  /** Size in bytes. The shortest of an account's jobs runs first. */
  readonly size: number
  /** Id under which the watchdog of the thread knows this work. */
  readonly owner: number
  readonly accountId: string
}

/** A job that waits for a slice. */
interface Job {
  readonly size: number
  readonly account: Account
  /** Runs one slice. Returns true after the last one. Never throws. */
  run(): boolean
}

interface Account {
  readonly id: string
  /** Jobs that wait for their next slice. */
  jobs: number
  /** Work done, in milliseconds. When an idle account enters, it is raised to `leastUsedMs - CREDIT_MS`. */
  usedMs: number
}

/** Called before each step with its owner, and after each slice with 0. */
export type OnStep = (owner: number) => void

/**
 * Runs long work in slices, so that messages to this thread are handled in between. The account with the least work so far runs
 * first, independently of the number of jobs, so that short work of one account does not wait for all slices of another. Of one
 * account's jobs the shortest runs first, since many jobs in rotation would all end late.
 */
export class SliceScheduler {
  readonly #jobs: Job[] = []
  /** Accounts with jobs, and some that had jobs, in the order in which they last became busy. */
  readonly #accounts = new Map<string, Account>()
  /** The least work of an account with jobs in milliseconds, as of the last time that an idle account entered. It never falls. */
  #leastUsedMs = 0
  readonly #onStep: OnStep

  readonly #now: () => number

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(onStep: OnStep = () => {}, now = () => performance.now()) {
    this.#onStep = onStep
    this.#now = now
  }

  /** Total bytes of jobs that wait for their next slice. */
  get waitingBytes(): number {
    return this.#jobs.reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Runs `steps` to the end. Resolves without a pause if one slice is enough, the account has no other job, and it has not
   * worked more than the accounts whose jobs wait.
   */
  run<Result>(steps: Generator<void, Result, void>, { size, owner, accountId }: JobInfo): Promise<Result> {
    return new Promise((resolve, reject) => {
      const account = this.#enter(accountId)
      const job = {
        size,
        account,
        run: () => {
          const startedAt = this.#now()
          try {
            const slice = this.#runSlice(steps, owner, startedAt + SLICE_MS)
            if (slice.done) resolve(slice.value)
            return slice.done === true
          } catch (error) {
            reject(error)
            return true
          } finally {
            account.usedMs += this.#now() - startedAt
          }
        },
      }
      if (this.#mayRunAtOnce(account) && job.run()) return
      account.jobs++
      this.#jobs.push(job)
      if (this.#jobs.length === 1) setImmediate(() => this.#runNext())
    })
  }

  /** False for an account whose short jobs would delay each slice of the jobs that wait. */
  #mayRunAtOnce({ jobs, usedMs }: Account): boolean {
    return jobs === 0 && (this.#jobs.length === 0 || usedMs <= this.#leastUsedMs)
  }

  #enter(id: string): Account {
    const account = this.#accounts.get(id) ?? { id, jobs: 0, usedMs: 0 }
    if (account.jobs > 0) return account
    // Work since the last entry counts too. Otherwise each new account would go first for as long as that work took.
    const waiting = this.#jobs.map(({ account }) => account.usedMs)
    this.#leastUsedMs = Math.max(this.#leastUsedMs, waiting.length > 0 ? Math.min(...waiting) : account.usedMs)
    account.usedMs = Math.max(account.usedMs, this.#leastUsedMs - CREDIT_MS)
    this.#accounts.delete(id)
    this.#accounts.set(id, account)
    if (this.#accounts.size > MAX_REMEMBERED) this.#forgetOneBut(account)
    return account
  }

  #forgetOneBut(entering: Account): void {
    for (const [id, account] of this.#accounts) {
      if (account.jobs > 0 || account === entering) continue
      this.#accounts.delete(id)
      return
    }
  }

  #runNext(): void {
    const job = this.#jobs.reduce((first, other) => (goesBefore(other, first) ? other : first))
    if (job.run()) this.#end(job)
    if (this.#jobs.length > 0) setImmediate(() => this.#runNext())
  }

  #end(job: Job): void {
    this.#jobs.splice(this.#jobs.indexOf(job), 1)
    job.account.jobs--
  }

  #runSlice<Result>(steps: Generator<void, Result, void>, owner: number, until: number): IteratorResult<void, Result> {
    try {
      for (;;) {
        this.#onStep(owner)
        const step = steps.next()
        if (step.done || this.#now() >= until) return step
      }
    } finally {
      this.#onStep(0)
    }
  }
}

function goesBefore(job: Job, other: Job): boolean {
  if (job.account === other.account) return job.size < other.size
  return job.account.usedMs < other.account.usedMs
}
