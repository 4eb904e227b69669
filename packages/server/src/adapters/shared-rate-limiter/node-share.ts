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
 * Returns how many requests beyond `sum` this node may admit while the nodes cannot count together: its share of the
 * limit without its counted requests, or its share of the free slots if that is more. So a node that alone serves a
 * subject does not refuse it at the first missing response. All nodes together admit at most twice the limit in the
 * minute in which they lose contact, and the limit in each later one, but at least one request per node.
 */
export function shareOf(limit: number, nodes: number, { sum, ownInSum }: KnownWindow): number {
  const ofLimit = Math.max(1, Math.floor(limit / nodes)) - ownInSum
  const ofRest = Math.floor((limit - sum) / nodes)
  return Math.max(0, ofLimit, ofRest)
}
