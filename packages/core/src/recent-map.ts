/** A map that forgets what was not used for longest when it is full. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * A map of at most `maxEntries` in two generations: what is new or used is in the young one, and when that is full it
 * becomes the old one and the old one goes. What is used stays, and nothing has to be kept in order.
 */
export function createRecentMap<Value>(maxEntries: number): RecentMap<Value> {
  const perGeneration = Math.max(1, Math.floor(maxEntries / 2))
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()

  function set(key: string, value: Value): void {
    if (young.size >= perGeneration && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  function get(key: string): Value | undefined {
    const fresh = young.get(key)
    if (fresh !== undefined) return fresh
    const known = old.get(key)
    if (known !== undefined) set(key, known)
    return known
  }

  return { get, set }
}
