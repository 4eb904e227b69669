import type { RateSubject } from '../../gate/rate-limiter-port.ts'

/** The subject whose requests are counted. A key and an address of the same name are two subjects. */
export type Subject = Pick<RateSubject, 'kind' | 'id'>

/** A node's count of its own requests of one subject. */
export interface OwnCount {
  /** The minute of the requests, in minutes since 1970. */
  readonly minute: number
  /** All requests of the node in that minute, including the current one. */
  readonly total: number
}

/** The window of a subject after its request was counted. */
export interface CountedWindow {
  /** The minute by the clock of the place, in minutes since 1970. */
  readonly minute: number
  /** Requests of this node. */
  readonly own: number
  /** Requests of all nodes. */
  readonly sum: number
  /** Time of the place, in Unix milliseconds. */
  readonly now: number
}

/**
 * A place where the requests of several nodes are counted together. It has one count per node, and the window is their
 * sum. A node that was cut off, or whose count was lost, corrects the sum with its next request.
 */
export interface SharedWindows {
  /** Counts one request. Rejects when the place is unreachable. */
  take(subject: Subject, own: OwnCount): Promise<CountedWindow>
  /** Reads the current window. */
  peek(subject: Subject): Promise<CountedWindow>
  /** Sends a heartbeat of this node. Returns the number of nodes with a heartbeat within `NODE_LIFE_MS`. */
  beat(): Promise<number>
  close(): Promise<void>
}

/** A node without a heartbeat for this long is no longer counted. */
export const NODE_LIFE_MS = 10_000
