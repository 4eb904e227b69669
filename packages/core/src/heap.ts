/** True if an item of a heap precedes another one. */
type Precedes<Item> = (item: Item, other: Item) => boolean

/** Adds an item to a binary heap, an array whose first item no other precedes. A sorted array is a heap. */
export function pushHeap<Item>(heap: Item[], added: Item, precedes: Precedes<Item>): void {
  let at = heap.push(added) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!precedes(added, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = added
}

/** Removes the first item. Undefined if the heap is empty. */
export function popHeap<Item>(heap: Item[], precedes: Precedes<Item>): Item | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (last === undefined || !heap.length) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && precedes(heap[child + 1]!, heap[child]!)) child++
    if (!precedes(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return top
}
