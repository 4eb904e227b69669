/** What a node knows of one subject in the current minute. */
export interface KnownWindow {
  /** Requests of this node. */
  own: number
  /** Of all nodes, when they were last heard of. */
  sum: number
  /** Requests of this node that are in `sum`. */
  ownInSum: number
}

/**
 * Requests that this node may still let pass after `known.sum`, while the nodes cannot count together: its share of the limit
 * less what it has used of it, or its share of what was left. Of both the larger, so that a node that serves a subject alone
 * does not refuse it at the first missing answer. All nodes together let pass at most twice the limit in the minute in which
 * they are parted, and the limit in each later one.
 */
export function shareOf(limit: number, nodes: number, { sum, ownInSum }: KnownWindow): number {
  const ofLimit = Math.max(1, Math.floor(limit / nodes)) - ownInSum
  const ofRest = Math.floor((limit - sum) / nodes)
  return Math.max(0, ofLimit, ofRest)
}
