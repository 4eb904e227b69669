/** Which entries hold a term, the newest last. */
export interface TermIndex {
  add(terms: readonly number[], entry: number): void
  /** Some of the entries that share the rarest of the terms, the newest first: a bounded number, however long the list. */
  find(terms: readonly number[]): number[]
}

const RAREST = 3
const NEWEST = 12

export function createTermIndex(): TermIndex {
  const entries = new Map<number, number[]>()

  function add(terms: readonly number[], entry: number): void {
    for (const term of terms) {
      const list = entries.get(term)
      if (list) list.push(entry)
      else entries.set(term, [entry])
    }
  }

  function find(terms: readonly number[]): number[] {
    const rarest: (readonly number[])[] = []
    for (const term of terms) {
      const list = entries.get(term)
      if (!list) continue
      let at = rarest.length
      while (at > 0 && rarest[at - 1]!.length > list.length) at--
      if (at >= RAREST) continue
      rarest.splice(at, 0, list)
      if (rarest.length > RAREST) rarest.pop()
    }
    const found: number[] = []
    for (const list of rarest)
      for (let i = list.length - 1; i >= Math.max(0, list.length - NEWEST); i--)
        if (!found.includes(list[i]!)) found.push(list[i]!)
    return found.sort((a, b) => b - a)
  }

  return { add, find }
}
