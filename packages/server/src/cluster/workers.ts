import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { mainModule } from '../built-files.ts'
import type { Log } from '../ports.ts'
import type { MetricsSnapshot, PrimaryCalls, StartFailure, WorkerCalls, WorkerLink } from './calls.ts'
import { Channel } from './channel.ts'
import type { MeasuredWorker } from './fleet-metrics.ts'
import { RestartDelay } from './restart-delay.ts'

export interface WorkersOptions {
  readonly count: number
  readonly log: Log
  /** How long a worker may take to finish what is under way, in milliseconds. */
  readonly endMs: number
  /** Offers a worker what it may ask for. */
  offer(link: WorkerLink, id: number): void
  /** Hears of a worker that has ended, with the last it said of its metrics. */
  onEnd(id: number, last: MetricsSnapshot | undefined): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly link: WorkerLink
  readonly ended: Promise<void>
  hasStarted: boolean
  lastMetrics: MetricsSnapshot | undefined
}

/** Beyond the time for what is under way, for closing files and saying goodbye. */
const END_GRACE_MS = 10_000

/** The workers of this machine: one that ends is started again, after a delay that grows while they end soon. */
export class Workers {
  readonly #options: WorkersOptions
  readonly #running = new Map<number, Running>()
  readonly #delay = new RestartDelay(() => performance.now())
  #restarts = 0
  #isStopping = false

  constructor(options: WorkersOptions) {
    this.#options = options
    // Connections are handed to the workers in turn: a shared socket would leave most of them to the one that wakes first.
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: mainModule(), args: ['start'] })
  }

  /** Workers that take connections. */
  get running(): number {
    return [...this.#running.values()].filter(({ hasStarted }) => hasStarted).length
  }

  get restarts(): number {
    return this.#restarts
  }

  /** Where the workers answer, once all of them do. Rejects when the first of them cannot start. */
  async start(): Promise<string> {
    const starts = Array.from({ length: this.#options.count }, () => this.#fork())
    return (await Promise.all(starts))[0]!
  }

  measured(): readonly MeasuredWorker[] {
    return [...this.#running]
      .filter(([, { hasStarted }]) => hasStarted)
      .map(([id, { link }]) => ({ id, metrics: () => link.ask('metrics', null) }))
  }

  /** Resolves when all have ended; what takes too long is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#running.values()].map((running) => this.#end(running)))
  }

  async #end({ worker, link, ended }: Running): Promise<void> {
    link.tell('stop', null)
    const isOver = new AbortController()
    const deadline = wait(this.#options.endMs + END_GRACE_MS, undefined, { signal: isOver.signal })
      .then(() => worker.process.kill('SIGKILL'))
      .catch(() => {})
    await ended
    isOver.abort()
    await deadline
  }

  /** The address of a new worker. */
  #fork(): Promise<string> {
    const worker = cluster.fork()
    const end = { send: (message: object, done: (error: Error | null) => void) => worker.send(message, done) }
    const link: WorkerLink = new Channel<PrimaryCalls, WorkerCalls>(end)
    worker.on('message', (message: unknown) => link.receive(message))
    this.#options.offer(link, worker.id)
    return new Promise((resolve, reject) => {
      let failure: StartFailure | undefined
      const ended = new Promise<void>((over) => worker.once('exit', () => over()))
      const running: Running = { worker, link, ended, hasStarted: false, lastMetrics: undefined }
      this.#running.set(worker.id, running)
      link.offer('started', ({ url }) => {
        running.hasStarted = true
        resolve(url)
      })
      link.offer('failed', (reason) => {
        failure = reason
      })
      link.offer('ended', (metrics) => {
        running.lastMetrics = metrics ?? undefined
      })
      // A worker that could not be started at all; its end is told too.
      worker.on('error', () => {})
      worker.once('exit', (code, signal) => {
        link.close()
        this.#running.delete(worker.id)
        void this.#options.onEnd(worker.id, running.lastMetrics)
        if (!running.hasStarted) reject(startError(failure, code, signal))
        if (running.hasStarted && !this.#isStopping) void this.#restart({ code, signal })
      })
    })
  }

  async #restart(end: { code: number | null; signal: string | null }): Promise<void> {
    const { log } = this.#options
    let why: object = end
    while (!this.#isStopping) {
      const delayMs = this.#delay.afterEnd()
      log.error({ ...why, delayMs }, 'A worker ended; another is started.')
      await wait(delayMs, undefined, { ref: false })
      if (this.#isStopping) return
      this.#restarts++
      const error = await this.#fork().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error === undefined) return
      why = { error }
    }
  }
}

function startError(failure: StartFailure | undefined, code: number | null, signal: string | null): Error {
  if (failure === undefined) return new Error(`A worker ended before it was up (${signal ?? `exit code ${code}`}).`)
  const { message, code: errorCode } = failure
  return Object.assign(new Error(message), errorCode === undefined ? {} : { code: errorCode })
}
