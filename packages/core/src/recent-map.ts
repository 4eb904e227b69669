/** A map that evicts the least recently used entries when it is full. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  /** Replaces the value, or adds one. `change` gets the known value, and must not use the map. */
  update(key: string, change: (known: Value | undefined) => Value): void
}

/**
 * A map of entries that weigh at most `most` together (each 1, unless `weigh` is given), in two generations. New and used
 * entries are in the young one. When it is full, it becomes the old one and the previous old one is dropped. Used entries
 * survive, without an order to maintain. An entry that is heavier than a generation is not stored,
 * and the one that it replaces is removed.
 */
export function createRecentMap<Value>(most: number, weigh?: (value: Value, key: string) => number): RecentMap<Value> {
  const perGeneration = Math.max(1, Math.floor(most / 2))
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  let youngWeight = 0

  function startGeneration(): void {
    old = young
    young = new Map()
  }

  function set(key: string, value: Value): void {
    // Without weights, the previous value matters only if the generation is full.
    const before = weigh || young.size >= perGeneration ? young.get(key) : undefined
    replace(key, before, value)
  }

  function update(key: string, change: (known: Value | undefined) => Value): void {
    const fresh = young.get(key)
    replace(key, fresh, change(fresh ?? old.get(key)))
  }

  /** @param before the value of the young generation */
  function replace(key: string, before: Value | undefined, value: Value): void {
    if (weigh) {
      const weight = weigh(value, key)
      if (weight > perGeneration) {
        remove(key, before)
        return
      }
      const added = weight - (before === undefined ? 0 : weigh(before, key))
      if (youngWeight + added > perGeneration) {
        startGeneration()
        youngWeight = weight
      } else youngWeight += added
    } else if (before === undefined && young.size >= perGeneration) startGeneration()
    young.set(key, value)
  }

  /** Without the new value, the previous one is not valid any more. */
  function remove(key: string, before: Value | undefined): void {
    if (weigh && before !== undefined) youngWeight -= weigh(before, key)
    young.delete(key)
    old.delete(key)
  }

  function get(key: string): Value | undefined {
    const fresh = young.get(key)
    if (fresh !== undefined) return fresh
    const known = old.get(key)
    if (known !== undefined) set(key, known)
    return known
  }

  return { get, set, update }
}
