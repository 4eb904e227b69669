import type { RateSubject } from '../../gate/rate-limiter-port.ts'

/** Whose requests are counted. Keys and addresses of the same name are two subjects. */
export type Subject = Pick<RateSubject, 'kind' | 'id'>

/** What a node knows of its own requests of one subject. */
export interface OwnCount {
  /** The minute that they belong to, in minutes since 1970. */
  readonly minute: number
  /** All of them in that minute, the one that is counted now included. */
  readonly total: number
}

/** The window of a subject after its request was counted. */
export interface CountedWindow {
  /** By the clock of the place where it is counted, in minutes since 1970. */
  readonly minute: number
  /** Requests of this node. */
  readonly own: number
  /** Requests of all nodes. */
  readonly sum: number
  /** The time there, in Unix milliseconds. */
  readonly now: number
}

/**
 * Where the requests of several nodes are counted together. Each node has a count of its own there, and the window is their
 * sum: a node that was cut off, or whose counts were lost, brings the sum up to date with its next request.
 */
export interface SharedWindows {
  /** Counts one request. Rejects when the place cannot be reached. */
  take(subject: Subject, own: OwnCount): Promise<CountedWindow>
  /** The window as it stands. */
  peek(subject: Subject): Promise<CountedWindow>
  /** Says that this node is there; the number of nodes that have said so within `NODE_LIFE_MS`. */
  beat(): Promise<number>
  close(): Promise<void>
}

/** A node that has not been heard of for so long is no longer counted. */
export const NODE_LIFE_MS = 10_000
