/** A map, a map with weak keys, or a cache. */
interface Entries<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of a key. If there is none, it is made and added. */
export function findOrAdd<Key, Value>(entries: Entries<Key, Value>, key: Key, make: () => Value): Value {
  const known = entries.get(key)
  if (known !== undefined) return known
  const made = make()
  entries.set(key, made)
  return made
}

/** Adds `amount` to the count of a key. */
export function addCount<Key>(counts: Map<Key, number>, key: Key, amount = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + amount)
}

/** The number of times that each item occurs, in the order in which they first occur. */
export function occurrencesOf<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) addCount(counts, item)
  return counts
}

/** Appends a value to the list of a key. */
export function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
