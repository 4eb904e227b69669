import { readFileSync } from 'node:fs'

/** How well a similarity measure separates paraphrases from other sentences. */
export interface Quality {
  /** Probability that a pair of paraphrases scores above a pair of different topics. */
  readonly versusRandom: number
  /** Probability that a pair of paraphrases scores above another pair of the same topic. */
  readonly versusSameTopic: number
  /** Mean reciprocal rank of the paraphrase among all sentences of the set. */
  readonly meanReciprocalRank: number
  /** Mean scores of paraphrases, of pairs of the same topic, and of pairs of different topics. */
  readonly means: readonly [number, number, number]
}

interface Pair {
  readonly topic: string
  readonly left: string
  readonly right: string
}

/** Pairs of paraphrases by topic. */
export function readPairs(): Pair[] {
  const text = readFileSync(new URL('./paraphrases.json', import.meta.url), 'utf8')
  const topics = Object.entries(JSON.parse(text) as Record<string, [string, string][]>)
  return topics.flatMap(([topic, pairs]) => pairs.map(([left, right]) => ({ topic, left, right })))
}

/** Scores each left sentence against each right one. */
export function measureQuality<T>(prepare: (text: string) => T, likeness: (left: T, right: T) => number): Quality {
  const pairs = readPairs().map(({ topic, left, right }) => ({ topic, left: prepare(left), right: prepare(right) }))
  const same: number[] = []
  const sameTopic: number[] = []
  const random: number[] = []
  let reciprocals = 0
  pairs.forEach((pair, at) => {
    const scores = pairs.map((other) => likeness(pair.left, other.right))
    reciprocals += 1 / scores.filter((score) => score >= scores[at]!).length
    scores.forEach((score, i) => {
      const list = i === at ? same : pairs[i]!.topic === pair.topic ? sameTopic : random
      list.push(score)
    })
  })
  return {
    versusRandom: areaUnderCurve(same, random),
    versusSameTopic: areaUnderCurve(same, sameTopic),
    meanReciprocalRank: reciprocals / pairs.length,
    means: [meanOf(same), meanOf(sameTopic), meanOf(random)],
  }
}

/** Jaccard similarity of two sets: the baseline by spelling. */
export function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0
  for (const item of left) if (right.has(item)) shared++
  return shared === 0 ? 0 : shared / (left.size + right.size - shared)
}

/** One line of figures. */
export function describeQuality(name: string, quality: Quality): string {
  const { versusRandom, versusSameTopic, meanReciprocalRank, means } = quality
  const figures = [versusRandom, versusSameTopic, meanReciprocalRank].map((figure) => figure.toFixed(3)).join('  ')
  return `${name.padEnd(18)} ${figures}   ${means.map((mean) => mean.toFixed(2)).join(' / ')}`
}

/** Head of the lines of `describeQuality`. */
export const QUALITY_HEAD = `${''.padEnd(18)} random same-topic rank  mean score: same / same topic / random`

function areaUnderCurve(above: readonly number[], below: readonly number[]): number {
  let wins = 0
  for (const high of above) for (const low of below) wins += high > low ? 1 : high === low ? 0.5 : 0
  return wins / (above.length * below.length)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
