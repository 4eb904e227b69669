/** Something to be taken in the order of its value; ties go to the lower order. */
export interface Ranked {
  readonly value: number
  readonly order: number
}

export interface RankedQueue {
  push(item: Ranked): void
  /** Takes the item of the highest value. */
  pop(): Ranked | undefined
  /** The highest value, or minus infinity. */
  best(): number
}

/** A binary heap: taking and putting back cost the logarithm of what is in it. */
export function createRankedQueue(items: readonly Ranked[]): RankedQueue {
  const heap = [...items].sort((a, b) => b.value - a.value || a.order - b.order)

  function push(item: Ranked): void {
    let at = heap.length
    heap.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!precedes(item, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = item
  }

  function pop(): Ranked | undefined {
    const top = heap[0]
    const last = heap.pop()
    if (top === undefined || last === undefined || !heap.length) return top
    sink(last)
    return top
  }

  function sink(item: Ranked): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && precedes(heap[child + 1]!, heap[child]!)) child++
      if (!precedes(heap[child]!, item)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = item
  }

  return { push, pop, best: () => heap[0]?.value ?? Number.NEGATIVE_INFINITY }
}

function precedes(a: Ranked, b: Ranked): boolean {
  return a.value > b.value || (a.value === b.value && a.order < b.order)
}
