/** A node's counts of one subject in the current minute. */
export interface KnownWindow {
  /** Requests of this node. */
  own: number
  /** Requests of all nodes, as last reported. */
  sum: number
  /** Requests of this node that are contained in `sum`. */
  ownInSum: number
}

/**
 * Returns the requests that this node may still admit after `known.sum`, while the nodes cannot count together. It is
 * the larger of two numbers: its share of the limit less its own use, and its share of the remaining slots. So a node
 * that alone serves a subject does not refuse it at the first missing response. All nodes together admit at most twice
 * the limit in the minute in which they lose contact, and the limit in each later one.
 */
export function shareOf(limit: number, nodes: number, { sum, ownInSum }: KnownWindow): number {
  const ofLimit = Math.max(1, Math.floor(limit / nodes)) - ownInSum
  const ofRest = Math.floor((limit - sum) / nodes)
  return Math.max(0, ofLimit, ofRest)
}
