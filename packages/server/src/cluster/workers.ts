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
  /** Time for a worker to finish its requests, in milliseconds. */
  readonly endMs: number
  /** Registers the calls that a worker may make. */
  offer(link: WorkerLink, id: number): void
  /** Called after a worker has ended, with its last metrics. */
  onEnd(id: number, last: MetricsSnapshot | undefined): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly link: WorkerLink
  readonly ended: Promise<void>
  hasStarted: boolean
  lastMetrics: MetricsSnapshot | undefined
}

/** Milliseconds beyond `endMs` for closing files and sending the last message. */
const END_GRACE_MS = 10_000

/**
 * The worker processes. A worker that ends is restarted, after a delay that doubles while workers end within a minute
 * of each other.
 */
export class Workers {
  readonly #options: WorkersOptions
  readonly #running = new Map<number, Running>()
  readonly #delay = new RestartDelay(() => performance.now())
  #restarts = 0
  #isStopping = false

  constructor(options: WorkersOptions) {
    this.#options = options
    // Round robin: with a shared socket, the worker that wakes first would get most connections.
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: mainModule(), args: ['start'] })
  }

  /** Number of workers that accept connections. */
  get running(): number {
    return [...this.#running.values()].filter(({ hasStarted }) => hasStarted).length
  }

  get restarts(): number {
    return this.#restarts
  }

  /** Resolves to the address of the workers once all of them serve. Rejects when one cannot start. */
  async start(): Promise<string> {
    const starts = Array.from({ length: this.#options.count }, () => this.#fork())
    return (await Promise.all(starts))[0]!
  }

  measured(): readonly MeasuredWorker[] {
    return [...this.#running]
      .filter(([, { hasStarted }]) => hasStarted)
      .map(([id, { link }]) => ({ id, metrics: () => link.ask('metrics', null) }))
  }

  /** Stops all workers; kills those that take too long. Resolves when all have ended. */
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

  /** Starts a worker and resolves to its address. */
  async #fork(): Promise<string> {
    const worker = cluster.fork()
    const end = { send: (message: object, done: (error: Error | null) => void) => worker.send(message, done) }
    const link: WorkerLink = new Channel<PrimaryCalls, WorkerCalls>(end)
    worker.on('message', (message: unknown) => link.receive(message))
    this.#options.offer(link, worker.id)
    return await new Promise((resolve, reject) => {
      let failure: StartFailure | undefined
      const { promise: ended, resolve: over } = Promise.withResolvers<void>()
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
      const forget = () => {
        link.close()
        this.#running.delete(worker.id)
        over()
      }
      worker.on('error', (error) => {
        // A process that could not be spawned has no id, and never emits `exit`.
        if (worker.process.pid !== undefined) return
        forget()
        reject(new Error(`A worker could not be started: ${error.message}`, { cause: error }))
      })
      worker.once('exit', (code, signal) => {
        forget()
        this.#options.onEnd(worker.id, running.lastMetrics).catch((error) => {
          this.#options.log.error({ error }, 'The last metrics of a worker could not be added to the sums.')
        })
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
      log.error({ ...why, delayMs }, 'A worker ended. It is restarted after the delay.')
      // If all workers have ended, only this timer keeps the process alive.
      await wait(delayMs)
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
  if (failure === undefined) return new Error(`A worker ended while it started (${signal ?? `exit code ${code}`}).`)
  const { message, code: errorCode } = failure
  return Object.assign(new Error(message), errorCode === undefined ? {} : { code: errorCode })
}
