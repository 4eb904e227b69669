import type { Sentence } from './sentence.ts'

const DAMPING = 0.85
const THRESHOLD = 0.1
const ROUNDS = 30

/**
 * LexRank (Erkan and Radev 2004): the stationary distribution of a walk between sentences whose tf-idf cosine is above a
 * threshold. Written from the paper. An index of terms finds the pairs, so sessions of 100,000 tokens take little time.
 */
export function lexRank(sentences: readonly Sentence[]): Float64Array {
  const vectors = vectorsOf(sentences)
  const neighbours = graphOf(vectors)
  let scores = new Float64Array(sentences.length).fill(1 / Math.max(1, sentences.length))
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(sentences.length).fill((1 - DAMPING) / Math.max(1, sentences.length))
    neighbours.forEach((ids, from) => {
      for (const to of ids) next[to]! += (DAMPING * scores[from]!) / ids.length
    })
    scores = next
  }
  return scores
}

type Vector = ReadonlyMap<number, number>

function vectorsOf(sentences: readonly Sentence[]): Vector[] {
  const frequency = new Map<number, number>()
  for (const { terms } of sentences)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return sentences.map(({ terms }) => {
    const vector = new Map<number, number>()
    for (const term of terms)
      vector.set(term, (vector.get(term) ?? 0) + Math.log(sentences.length / frequency.get(term)!))
    const norm = Math.hypot(...vector.values()) || 1
    for (const [term, weight] of vector) vector.set(term, weight / norm)
    return vector
  })
}

/** Neighbours of each sentence, including itself. */
function graphOf(vectors: readonly Vector[]): number[][] {
  const index = new Map<number, number[]>()
  vectors.forEach((vector, i) => {
    for (const term of vector.keys()) {
      const list = index.get(term)
      if (list) list.push(i)
      else index.set(term, [i])
    }
  })
  return vectors.map((vector, i) => {
    const cosine = new Map<number, number>()
    for (const [term, weight] of vector)
      for (const j of index.get(term)!) cosine.set(j, (cosine.get(j) ?? 0) + weight * vectors[j]!.get(term)!)
    const near = [...cosine].filter(([, value]) => value > THRESHOLD).map(([j]) => j)
    return near.length ? near : [i]
  })
}
