/** Figures of the committed table: quality compared with the plain overlap of stems, time and memory to load, and speed. */

import { stemOf, wordsOf } from '../../packages/core/src/words/words.ts'
import { loadStaticVectors } from '../../packages/server/src/adapters/static-vectors-file.ts'
import { describeQuality, measureQuality, overlapOf, QUALITY_HEAD, readPairs } from './quality.ts'

const ROUNDS = 400
const REPEATS = 5

const memoryBefore = process.memoryUsage().rss
const start = performance.now()
const { dimensions, embed, similarity } = loadStaticVectors()
console.log(`loaded in ${(performance.now() - start).toFixed(0)} ms`)
console.log(`resident memory + ${((process.memoryUsage().rss - memoryBefore) / 1e6).toFixed(1)} MB`)

console.log(`\n${QUALITY_HEAD}`)
console.log(describeQuality(`${dimensions} dimensions`, measureQuality(embed, similarity)))
console.log(describeQuality('overlap of stems', measureQuality(stemsOf, overlapOf)))

const sentences = readPairs().flatMap((pair) => [pair.left, pair.right])
const vectors = sentences.map(embed)
const words = sentences.join(' ').split(' ').length / sentences.length
console.log(`\nCPU time per call, for sentences of ${words.toFixed(1)} words`)
console.log(`embed       ${microsecondsOf((i) => embed(sentences[i]!)).toFixed(2)} µs`)
console.log(`similarity  ${microsecondsOf((i) => similarity(vectors[i]!, vectors[0]!)).toFixed(2)} µs`)

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map((word) => stemOf(word.text)))
}

/** The minimum of several runs in CPU time, which depends little on other work of the machine. */
function microsecondsOf(work: (sentence: number) => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const before = process.cpuUsage()
    for (let round = 0; round < ROUNDS; round++) for (let i = 0; i < sentences.length; i++) work(i)
    best = Math.min(best, process.cpuUsage(before).user / (ROUNDS * sentences.length))
  }
  return best
}
