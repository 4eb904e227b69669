/** Times (in milliseconds) and limits of the connections to providers. */
export interface UpstreamSettings {
  readonly connectMs: number
  /** Time limit from the request to the head of its response, including the time in the queue and 1xx responses. */
  readonly headersMs: number
  /** Longest pause between two chunks of a body while it is being read. */
  readonly bodyMs: number
  /** Longest time for which an idle connection is kept. A provider may set a shorter one. */
  readonly idleMs: number
  /** A connection older than this serves no further request. */
  readonly ageMs: number
  /**
   * Time that a connection rests after a response, so that a stray response arrives while no request uses it. It
   * exceeds the 40 ms of a delayed acknowledgement. A peer with Nagle's algorithm holds a second response back for that
   * time. The next request would release it, and it would look like the response to that request.
   */
  readonly restMs: number
  /** A pool with this many connections uses a resting one before it opens another. */
  readonly restingConnections: number
  /** Time after a breach of the protocol by a provider during which each connection serves only one request. */
  readonly distrustMs: number
  /** Connections of one account to one origin. */
  readonly connections: number
  /** Requests of one account that wait for a connection to one origin. */
  readonly waiting: number
  /** Idle connections of all accounts together. */
  readonly idleConnections: number
}

export const DEFAULT_SETTINGS: UpstreamSettings = {
  connectMs: 10_000,
  headersMs: 30 * 60_000,
  bodyMs: 30 * 60_000,
  idleMs: 30_000,
  ageMs: 5 * 60_000,
  restMs: 50,
  restingConnections: 48,
  distrustMs: 60_000,
  connections: 256,
  waiting: 1_024,
  idleConnections: 1_024,
}
