/** Remembers counts by key; it holds numbers and never text. */
export interface TokenMemo {
  get(key: string): number | undefined
  set(key: string, tokens: number): void
}

/**
 * A memo of at most `maxEntries` counts in two generations: what is new or used is in the young one, and when that is
 * full it becomes the old one and the old one goes. What is used stays, and nothing has to be kept in order.
 */
export function createTokenMemo(maxEntries: number): TokenMemo {
  const perGeneration = Math.max(1, Math.floor(maxEntries / 2))
  let young = new Map<string, number>()
  let old = new Map<string, number>()

  function set(key: string, tokens: number): void {
    if (young.size >= perGeneration && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, tokens)
  }

  function get(key: string): number | undefined {
    const fresh = young.get(key)
    if (fresh !== undefined) return fresh
    const known = old.get(key)
    if (known !== undefined) set(key, known)
    return known
  }

  return { get, set }
}
