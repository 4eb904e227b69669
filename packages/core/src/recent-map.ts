/** A map that evicts the least recently used entries when it is full. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * A map of entries that weigh at most `most` together (each 1, unless `weigh` is given), in two generations. New and used
 * entries are in the young one. When it is full, it becomes the old one and the previous old one is dropped. Used entries
 * survive, without an order to maintain. An entry that would fill a generation alone is not stored.
 */
export function createRecentMap<Value>(most: number, weigh?: (value: Value, key: string) => number): RecentMap<Value> {
  const perGeneration = Math.max(1, Math.floor(most / 2))
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  let youngWeight = 0

  function turnPage(): void {
    old = young
    young = new Map()
  }

  function set(key: string, value: Value): void {
    if (!weigh) {
      if (young.size >= perGeneration && !young.has(key)) turnPage()
      young.set(key, value)
      return
    }
    const weight = weigh(value, key)
    if (weight > perGeneration) return
    const before = young.get(key)
    const added = weight - (before === undefined ? 0 : weigh(before, key))
    if (youngWeight + added > perGeneration) {
      turnPage()
      youngWeight = weight
    } else youngWeight += added
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
