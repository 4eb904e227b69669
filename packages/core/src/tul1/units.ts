import { sumOf } from '../sum.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A sentence with the cost of showing it. */
export interface SentenceCost {
  readonly isProse: boolean
  readonly terms: Int32Array
  readonly salience: number
  /** Tokens in telegraphic wording, including marks. */
  readonly cost: number
}

/** Sentences of one turn that are chosen together. */
export interface Unit {
  readonly turn: number
  readonly sentences: readonly number[]
  /** Distinct terms by their numbers in the vocabulary. */
  readonly terms: Int32Array
  readonly cost: number
  readonly boost: number
  /** True if it represents a long turn, or one with code or data. See `gainOf`. */
  readonly isCover: boolean
}

/** The parts of a turn from which units are made. */
export interface UnitSource {
  readonly sentences: readonly SentenceCost[]
  /** Weight of its speaker's sentences. */
  readonly weight: number
  /** Tokens of prose up to which the turn is one unit. */
  readonly wholeTokens: number
  /** The few sentences that represent the turn, by index. Called unless the turn is short and all prose. */
  cover(): readonly number[]
}

/** Factors on a single sentence of a long turn, which says little about it, and on a cover, whose salience is fixed. */
const ALONE = 0.2
const COVER = 0.6
const SALIENCE_OF_COVER = 1
const SALIENCE_WEIGHT = 0.7

interface Group {
  readonly sentences: readonly number[]
  readonly isCover?: boolean
  readonly isAlone?: boolean
}

/**
 * The units of each turn that the view takes as a whole, since half a thought is often worth nothing: the prose of a short
 * message, and the cover of a long one or of one with machine output. Every other sentence is a separate unit.
 */
export function unitsOf(turns: readonly UnitSource[], vocabulary: Vocabulary): Unit[] {
  const units: Unit[] = []
  const distinct = createDistinct(vocabulary)
  turns.forEach((source, turn) => {
    for (const group of groupsOf(source)) units.push(unitOf(source, turn, group, distinct))
  })
  return units
}

function groupsOf(source: UnitSource): Group[] {
  const prose: number[] = []
  const machine: number[] = []
  let tokens = 0
  source.sentences.forEach((sentence, i) => {
    if (!sentence.terms.length) return
    if (sentence.isProse) tokens += sentence.cost
    ;(sentence.isProse ? prose : machine).push(i)
  })
  const isShort = tokens <= source.wholeTokens
  const groups: Group[] = isShort && prose.length ? [{ sentences: prose }] : []
  const cover = isShort && !machine.length ? [] : source.cover()
  if (cover.length > 1 || (cover.length && isShort)) groups.push({ sentences: cover, isCover: true })
  for (const i of machine) groups.push({ sentences: [i], isAlone: !isShort })
  if (!isShort) for (const i of prose) groups.push({ sentences: [i], isAlone: true })
  return groups
}

function unitOf(source: UnitSource, turn: number, group: Group, distinct: Distinct): Unit {
  const { sentences, isCover = false } = group
  let cost = 0
  let salience = Number.NEGATIVE_INFINITY
  for (const i of sentences) {
    const sentence = source.sentences[i]!
    cost += sentence.cost
    salience = Math.max(salience, sentence.salience)
  }
  const urgency = isCover
    ? COVER * Math.exp(SALIENCE_OF_COVER)
    : (group.isAlone ? ALONE : 1) * Math.exp(SALIENCE_WEIGHT * salience)
  const terms = distinct(sentences.map((i) => source.sentences[i]!.terms))
  return { turn, sentences, terms, cost, boost: source.weight * urgency, isCover }
}

type Distinct = (lists: readonly Int32Array[]) => Int32Array

/** Merges the distinct terms of some sentences, by number. Each term stores the last call that met it. */
function createDistinct({ numbers }: Vocabulary): Distinct {
  const metBy = new Int32Array(numbers.size)
  let call = 0
  return (lists) => {
    call++
    const found: number[] = []
    for (const terms of lists) {
      for (let i = 0; i < terms.length; i++) {
        const number = numbers.get(terms[i]!)!
        if (metBy[number] === call) continue
        metBy[number] = call
        found.push(number)
      }
    }
    return Int32Array.from(found)
  }
}

/** The gain of a long cover grows less than proportionally, because it still represents one turn. */
const COVER_POWER = 0.7
/** Nats of a cover at which that correction is neutral. */
const USUAL_COVER = 100

/** The gain of a unit per token. A term adds less the more often the view already contains it. */
export function gainOf(unit: Unit, information: Float64Array, held: Int32Array): number {
  const { terms, isCover } = unit
  let sum = 0
  for (let i = 0; i < terms.length; i++) sum += information[terms[i]!]! / (1 + held[terms[i]!]!)
  const told = isCover ? USUAL_COVER * (sum / USUAL_COVER) ** COVER_POWER : sum
  return (unit.boost * told) / (unit.cost + 3)
}

/** Tokens that one nat of a sentence is worth, if only one sentence of a turn is chosen. */
const TOKENS_PER_NAT = 0.3

/** Index of the cheapest informative sentence of a turn, for the smallest budget. -1 if there is none. */
export function leastSentence(sentences: readonly SentenceCost[], { numbers, information }: Vocabulary): number {
  let least = -1
  let best = Number.POSITIVE_INFINITY
  sentences.forEach(({ cost, salience, terms }, i) => {
    const told = sumOf(terms, (term) => information[numbers.get(term)!]!)
    const price = cost - 3 * salience - TOKENS_PER_NAT * told + (terms.length ? 0 : 20)
    if (price >= best) return
    best = price
    least = i
  })
  return least
}
