import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { RateSubject } from '../gate/rate-limiter-port.ts'
import type { SessionSignal } from '../gate/session-id.ts'
import type { RequestHashes } from '../proxy/session-tips.ts'
import type { Channel } from './channel.ts'
import type { OpenedState, SessionUpdate } from './session-update.ts'

/** Metrics of one process, in the form of prom-client's registry. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

/** A worker's count of a subject's requests in a minute. */
export interface CountQuestion {
  readonly subject: Pick<RateSubject, 'kind' | 'id'>
  readonly minute: number
  readonly total: number
}

/** The count of the worker and of all workers; see `SharedWindows`. */
export interface CountAnswer {
  readonly minute: number
  readonly own: number
  readonly sum: number
  readonly now: number
}

/** Asks for the session that a request belongs to. */
export interface SessionQuestion {
  readonly accountId: string
  /** Null: the client names no session. */
  readonly signal: SessionSignal | null
  readonly hashes: RequestHashes
}

/** The reason why a worker could not start. */
export interface StartFailure {
  readonly message: string
  readonly code: string | undefined
}

/** Calls that the primary process offers to its workers. */
export interface PrimaryCalls {
  take(question: CountQuestion): CountAnswer
  peek(question: Pick<CountQuestion, 'subject'>): CountAnswer
  /** Returns the number of workers. */
  beat(nothing: null): number
  openSession(question: SessionQuestion): Promise<OpenedState>
  /** Resolves when the decisions that the update brings are stored. Undefined if there are none. */
  updateSession(update: SessionUpdate): Promise<void> | undefined
  /** The metrics page of all processes together. */
  metrics(nothing: null): Promise<string>
  started(at: { readonly url: string }): void
  failed(failure: StartFailure): void
  /** Receives the last metrics of a worker before it ends. */
  ended(metrics: MetricsSnapshot | null): void
}

/** Calls that a worker offers to the primary process. */
export interface WorkerCalls {
  metrics(nothing: null): Promise<MetricsSnapshot>
  stop(nothing: null): void
}

/** The worker's end of the channel. */
export type PrimaryLink = Channel<WorkerCalls, PrimaryCalls>
/** The primary's end of the channel. */
export type WorkerLink = Channel<PrimaryCalls, WorkerCalls>
