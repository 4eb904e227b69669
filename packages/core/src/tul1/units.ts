/** A sentence with what it costs to show it. */
export interface SentenceCost {
  readonly isProse: boolean
  readonly terms: Int32Array
  readonly need: number
  /** Tokens in telegraphic wording and as it was said, marks included. */
  readonly cost: number
  readonly verbatimCost: number
}

/** Sentences of one turn that are taken together, with what their terms tell. */
export interface Unit {
  readonly turn: number
  readonly sentences: readonly number[]
  readonly terms: ArrayLike<number>
  readonly information: Float64Array
  readonly cost: number
  readonly boost: number
}

interface UnitSource {
  readonly sentences: readonly SentenceCost[]
  readonly weight: number
  readonly wholeTokens: number
}

/**
 * What can be taken of a turn: each of its sentences, or the prose of a short message as a whole, since half a thought
 * is often worth nothing.
 */
export function unitsOf(source: UnitSource, turn: number, information: (term: number) => number): Unit[] {
  const said: number[] = []
  let tokens = 0
  source.sentences.forEach((sentence, i) => {
    if (!sentence.terms.length) return
    said.push(i)
    if (sentence.isProse) tokens += sentence.cost
  })
  const isWhole = tokens <= source.wholeTokens
  const prose = isWhole ? said.filter((i) => source.sentences[i]!.isProse) : []
  const groups = said.filter((i) => !isWhole || !source.sentences[i]!.isProse).map((i) => [i])
  if (prose.length) groups.unshift(prose)
  return groups.map((sentences) => unitOf(source, { turn, sentences, information }))
}

function unitOf(
  source: UnitSource,
  parts: {
    readonly turn: number
    readonly sentences: readonly number[]
    readonly information: (term: number) => number
  },
): Unit {
  const { turn, sentences } = parts
  const distinct = new Set<number>()
  let cost = 0
  let need = Number.NEGATIVE_INFINITY
  for (const i of sentences) {
    const sentence = source.sentences[i]!
    if (sentences.length > 1) for (const term of sentence.terms) distinct.add(term)
    cost += sentence.cost
    need = Math.max(need, sentence.need)
  }
  const terms = sentences.length === 1 ? source.sentences[sentences[0]!]!.terms : Int32Array.from(distinct)
  const information = Float64Array.from(terms, parts.information)
  return { turn, sentences, terms, information, cost, boost: source.weight * Math.exp(NEED_WEIGHT * need) }
}

const NEED_WEIGHT = 0.7

/** What stands for a turn when there is no room for more: the cheapest sentence that says anything; -1 for none. */
export function leastSentence(sentences: readonly SentenceCost[]): number {
  let least = -1
  let best = Number.POSITIVE_INFINITY
  sentences.forEach((sentence, i) => {
    const price = sentence.cost - 3 * sentence.need + (sentence.terms.length ? 0 : 20)
    if (price >= best) return
    best = price
    least = i
  })
  return least
}
