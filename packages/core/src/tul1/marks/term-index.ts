/** Which entries hold a term, the newest last; of a common term only the newest are kept, so that a search is bounded. */
export interface TermIndex {
  add(term: number, entry: number): void
  /** Entries that hold any of the terms, the newest first. */
  find(terms: readonly number[]): number[]
}

const MOST_ENTRIES = 40

export function createTermIndex(): TermIndex {
  const entries = new Map<number, number[]>()

  function add(term: number, entry: number): void {
    const list = entries.get(term)
    if (!list) entries.set(term, [entry])
    else {
      list.push(entry)
      if (list.length >= 2 * MOST_ENTRIES) list.splice(0, MOST_ENTRIES)
    }
  }

  function find(terms: readonly number[]): number[] {
    const found = new Set<number>()
    for (const term of terms) for (const entry of entries.get(term)?.slice(-MOST_ENTRIES) ?? []) found.add(entry)
    return [...found].sort((a, b) => b - a)
  }

  return { add, find }
}
