const ROUNDS = 10

/**
 * LexRank as the npm package `lexrank` computes it. Similarity is the share of words (including function words and signs) that
 * two sentences have in common, every row of the matrix is scaled to length 1, and the vector comes from ten rounds. The
 * package compares all pairs of word lists, which takes minutes for a long transcript. Here an index finds common words.
 */
export function tanimotoRank(sentences: readonly (readonly string[])[]): Float64Array {
  const rows = similarities(sentences)
  let scores = new Float64Array(sentences.length).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const last = scores
    scores = scaled(Float64Array.from(rows, (row) => product(row, last)))
  }
  return scores
}

function similarities(sentences: readonly (readonly string[])[]): Float32Array[] {
  const index = new Map<string, number[]>()
  const distinct = sentences.map((words) => [...new Set(words)])
  distinct.forEach((words, i) => {
    for (const word of words) {
      const places = index.get(word)
      if (places) places.push(i)
      else index.set(word, [i])
    }
  })
  return distinct.map((words, i) => {
    const row = new Float32Array(sentences.length)
    for (const word of words) for (const j of index.get(word)!) row[j]!++
    for (let j = 0; j < row.length; j++) {
      const both = row[j]!
      if (both) row[j] = both / (sentences[i]!.length + sentences[j]!.length - both)
    }
    return scaled(row)
  })
}

function product(row: Float32Array, scores: Float64Array): number {
  let sum = 0
  for (let j = 0; j < row.length; j++) sum += row[j]! * scores[j]!
  return sum
}

function scaled<Vector extends Float32Array | Float64Array>(vector: Vector): Vector {
  let squares = 0
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!
  const length = Math.sqrt(squares) || 1
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length
  return vector
}
