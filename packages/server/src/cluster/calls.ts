import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { RateSubject } from '../gate/rate-limiter-port.ts'
import type { SessionSignal } from '../gate/session-id.ts'
import type { RequestHashes } from '../proxy/session-tips.ts'
import type { Channel } from './channel.ts'
import type { OpenedState, SessionUpdate } from './session-update.ts'

/** Metrics of one process, as its registry writes them. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

export interface CountQuestion {
  readonly subject: Pick<RateSubject, 'kind' | 'id'>
  readonly minute: number
  readonly total: number
}

/** See `SharedWindows`. */
export interface CountAnswer {
  readonly minute: number
  readonly own: number
  readonly sum: number
  readonly now: number
}

export interface SessionQuestion {
  readonly accountId: string
  /** Null: the client names none. */
  readonly signal: SessionSignal | null
  readonly hashes: RequestHashes
}

/** Why a worker could not start. */
export interface StartFailure {
  readonly message: string
  readonly code: string | undefined
}

/** What the primary process does for its workers. */
export interface PrimaryCalls {
  take(question: CountQuestion): CountAnswer
  peek(question: Pick<CountQuestion, 'subject'>): CountAnswer
  /** The number of workers. */
  beat(nothing: null): number
  openSession(question: SessionQuestion): Promise<OpenedState>
  updateSession(update: SessionUpdate): void
  /** The page of all processes. */
  metrics(nothing: null): Promise<string>
  started(at: { readonly url: string }): void
  failed(failure: StartFailure): void
  /** The last metrics of a worker that is about to end. */
  ended(metrics: MetricsSnapshot | null): void
}

/** What a worker does for its primary process. */
export interface WorkerCalls {
  metrics(nothing: null): Promise<MetricsSnapshot>
  stop(nothing: null): void
}

/** The worker's end. */
export type PrimaryLink = Channel<WorkerCalls, PrimaryCalls>
/** The primary's end. */
export type WorkerLink = Channel<PrimaryCalls, WorkerCalls>
