import type { Candidate } from './candidates.ts'

/**
 * Lazy greedy choice of candidates by what they add per token, until `room` tokens are used. What a digest holds already
 * counts for less: a term's weight is divided by 1 + the times it is held. `held` is updated with what was chosen.
 */
export function chooseCandidates(
  candidates: readonly Candidate[],
  room: number,
  held: Map<number, number>,
): Candidate[] {
  const queue = candidates.map((candidate) => ({ candidate, value: gainOf(candidate, held) }))
  queue.sort(byValue)
  const chosen: Candidate[] = []
  let left = room
  while (queue.length) {
    const head = queue.shift()!
    if (head.value <= 0) break
    if (head.candidate.tokens > left) continue
    const value = gainOf(head.candidate, held)
    const next = queue[0]
    if (next && value < next.value) {
      insert(queue, { candidate: head.candidate, value })
      continue
    }
    chosen.push(head.candidate)
    left -= head.candidate.tokens
    for (const term of head.candidate.terms) held.set(term, (held.get(term) ?? 0) + 1)
  }
  return chosen.sort((a, b) => a.message - b.message || a.order - b.order)
}

interface Queued {
  readonly candidate: Candidate
  readonly value: number
}

/** Ties go to the earlier text, so that the order is the same in every process. */
function byValue(a: Queued, b: Queued): number {
  return b.value - a.value || a.candidate.message - b.candidate.message || a.candidate.order - b.candidate.order
}

function insert(queue: Queued[], item: Queued): void {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byValue(queue[middle]!, item) <= 0) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, item)
}

function gainOf(candidate: Candidate, held: ReadonlyMap<number, number>): number {
  let sum = 0
  for (let i = 0; i < candidate.terms.length; i++) {
    sum += candidate.weights[i]! / (1 + (held.get(candidate.terms[i]!) ?? 0))
  }
  // The constant is what a line of its own costs: number, speaker, line break.
  return (candidate.boost * sum) / (candidate.tokens + 3)
}
