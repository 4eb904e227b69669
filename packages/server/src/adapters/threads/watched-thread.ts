import type { Worker } from 'node:worker_threads'
import { Channel } from './channel.ts'
import { CpuTime } from './cpu-time.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'

/** The reason why a call has no result. `no-resources`: there is no thread, or no memory for what the call sends. */
export type NoResult = 'deadline' | 'stalled' | 'died' | 'closed' | 'no-resources'

export type Outcome<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'none'; readonly why: NoResult }

export interface ThreadOptions<In> {
  /** Opens the thread with `heartbeat` in its start data. */
  open(heartbeat: SharedArrayBuffer): Worker
  /** Answers calls of the thread. */
  handle(call: In): unknown
  /** A longer step ends the thread. */
  readonly stuckMs: number
  /** Called when the thread is ended because a step of `owner` (0: none) took too long or too much memory. */
  onKilled(owner: number): void
  /** Called when `open` throws. The next call tries again. */
  onOpenFailed(error: unknown): void
}

export interface CallOptions {
  readonly buffers?: readonly ArrayBuffer[]
  readonly deadlineMs: number
  /** Called during a step of `owner` with the time since the last call. Returns false to continue without a result. */
  waitsFor(owner: number, spent: Spent): boolean
  /** True for work that may wait, or whose steps may be long on a busy machine. Only its deadline limits it. */
  readonly hasLongSteps?: boolean
}

/** Time in milliseconds: by the clock, and the CPU time of the thread within it. */
export interface Spent {
  readonly clockMs: number
  readonly cpuMs: number
}

interface Waiting extends Pick<CallOptions, 'waitsFor' | 'hasLongSteps'> {
  /** Starts the time limit of the call. */
  startDeadline(): void
  settle(why: NoResult): void
}

interface Running<Out, In> {
  readonly worker: Worker
  readonly channel: Channel<Out, In>
  readonly heartbeat: Heartbeat
  readonly cpuTime: CpuTime
}

const WATCH_EVERY_MS = 10
/** Longest time between two looks that counts towards a step. After a longer one, this process may have been paused. */
const MAX_UNSEEN_MS = 100

/**
 * One thread, started by its first call, watched while calls wait, and restarted after it ended. A call never waits
 * longer than its deadline, and its `waitsFor` decides how long it waits for the steps of other owners.
 */
export class WatchedThread<Out, In> {
  readonly #options: ThreadOptions<In>
  readonly #waiting = new Set<Waiting>()
  #running: Running<Out, In> | undefined
  #watch: NodeJS.Timeout | undefined
  /** The newest step, for how long it has been watched in milliseconds, and when it was last checked. */
  #seen = { beat: -1, watchedMs: 0, lookedAt: 0 }
  #isReady = false
  #hasDied = false
  #isClosed = false

  constructor(options: ThreadOptions<In>) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /**
   * Never rejects. The deadline starts when the thread is loaded. A restarting thread has no results until it is loaded
   * again.
   */
  call<Result>(payload: Out, options: CallOptions): Promise<Outcome<Result>> {
    if (this.#isClosed) return Promise.resolve({ kind: 'none', why: 'closed' })
    const running = this.#tryStart()
    if (running === undefined) return Promise.resolve({ kind: 'none', why: 'no-resources' })
    const { channel, worker } = running
    if (this.#hasDied && !this.#isReady) return Promise.resolve({ kind: 'none', why: 'died' })
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const finish = (outcome: Outcome<Result>) => {
        clearTimeout(timer)
        if (!this.#waiting.delete(waiting)) return
        if (this.#waiting.size === 0) worker.unref()
        resolve(outcome)
      }
      const waiting: Waiting = {
        startDeadline: () => {
          timer ??= setTimeout(() => waiting.settle('deadline'), options.deadlineMs)
        },
        waitsFor: options.waitsFor,
        hasLongSteps: options.hasLongSteps ?? false,
        settle: (why) => finish({ kind: 'none', why }),
      }
      this.#waiting.add(waiting)
      // A process with a pending call must not end, for example while a stopping server stores its tag clouds.
      worker.ref()
      // Loading the first thread belongs to the server's start and not to this call.
      if (this.#isReady) waiting.startDeadline()
      this.#startWatch()
      channel.call<Result>(payload, options.buffers).then(
        (result) => finish({ kind: 'result', result }),
        () => finish({ kind: 'none', why: 'died' }),
      )
    })
  }

  /**
   * Resolves when the thread has handled it or has ended, without a time limit. Does nothing if no thread is running.
   */
  async notify(payload: Out): Promise<void> {
    await this.#running?.channel.call(payload).catch(() => {})
  }

  /** Ends the thread until the next call. Pending calls get no result. */
  async stop(): Promise<void> {
    const worker = this.#running?.worker
    this.#drop('closed')
    this.#hasDied = false
    worker?.ref()
    await worker?.terminate()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop()
  }

  /** Undefined if the system refuses another thread. */
  #tryStart(): Running<Out, In> | undefined {
    try {
      return this.#start()
    } catch (error) {
      this.#options.onOpenFailed(error)
      return undefined
    }
  }

  #start(): Running<Out, In> {
    if (this.#running) return this.#running
    const heartbeat = createHeartbeat()
    const worker = this.#options.open(heartbeat.memory)
    const channel = new Channel<Out, In>(worker as ConstructorParameters<typeof Channel>[0], (call) => {
      return this.#options.handle(call as In)
    })
    const running = { worker, channel, heartbeat, cpuTime: new CpuTime(worker) }
    this.#running = running
    this.#isReady = false
    const onDeath = () => {
      if (this.#running !== running) return
      this.#options.onKilled(heartbeat.read().owner)
      this.#drop('died')
    }
    worker.once('message', () => {
      if (this.#running !== running) return
      this.#isReady = true
      for (const waiting of this.#waiting) waiting.startDeadline()
    })
    // An error is always followed by an exit, but the next call may come between the two.
    worker.on('error', onDeath)
    worker.on('exit', onDeath)
    // Last, because listening for messages makes the thread keep the process alive again.
    worker.unref()
    return running
  }

  #drop(why: NoResult): void {
    this.#running?.channel.fail(new Error('The thread is gone.'))
    this.#running = undefined
    this.#isReady = false
    this.#hasDied = true
    for (const waiting of [...this.#waiting]) waiting.settle(why)
  }

  #startWatch(): void {
    if (this.#watch !== undefined) return
    this.#seen = { beat: -1, watchedMs: 0, lookedAt: 0 }
    this.#watch = setInterval(() => this.#look(), WATCH_EVERY_MS).unref()
  }

  #look(): void {
    const { worker, heartbeat, cpuTime } = this.#running ?? {}
    const { beat, owner } = heartbeat?.read() ?? { beat: 0, owner: 0 }
    // A step without a waiting call may still be one that never ends.
    if (worker === undefined || cpuTime === undefined || (this.#waiting.size === 0 && owner === 0)) {
      clearInterval(this.#watch)
      this.#watch = undefined
      return
    }
    // A thread that is being loaded makes no steps.
    if (!this.#isReady) return
    const now = performance.now()
    const isSameStep = beat === this.#seen.beat
    const clockMs = now - this.#seen.lookedAt
    const spent = { clockMs, cpuMs: cpuTime.since(clockMs) }
    const watchedMs = isSameStep ? this.#seen.watchedMs + Math.min(clockMs, MAX_UNSEEN_MS) : 0
    this.#seen = { beat, watchedMs, lookedAt: now }
    if (owner !== 0 && isSameStep) {
      for (const waiting of [...this.#waiting]) if (!waiting.waitsFor(owner, spent)) waiting.settle('stalled')
    }
    if ([...this.#waiting].some(({ hasLongSteps }) => hasLongSteps)) this.#seen.watchedMs = 0
    if (this.#seen.watchedMs < this.#options.stuckMs) return
    this.#options.onKilled(owner)
    this.#drop('died')
    void worker.terminate()
  }
}
