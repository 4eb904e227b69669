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
  /** Whether it stands for a long turn: see `gainOf`. */
  readonly isCover: boolean
}

/** What the units of a turn are made of. */
export interface UnitSource {
  readonly sentences: readonly SentenceCost[]
  /** Weight of what its speaker says. */
  readonly weight: number
  /** Prose of up to so many tokens is taken whole or hardly at all. */
  readonly wholeTokens: number
  /** The few sentences that together stand for the turn, by index; asked for where it is too long to be taken whole. */
  cover(): readonly number[]
}

/** A sentence says nearly nothing of a long turn when it stands alone; a cover counts for its turn, however it is worded. */
const ALONE = 0.2
const COVER = 0.6
const NEED_OF_COVER = 1
const NEED_WEIGHT = 0.7

interface Group {
  readonly sentences: readonly number[]
  readonly isCover?: boolean
  readonly isAlone?: boolean
}

/**
 * What can be taken of a turn, since half a thought is often worth nothing: the prose of a short message as a whole, the
 * cover of a long one, or of one with text of a machine; and beside them each sentence that is in none of those.
 */
export function unitsOf(source: UnitSource, turn: number, information: (term: number) => number): Unit[] {
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
  return groups.map((group) => unitOf(source, { turn, group, information }))
}

function unitOf(
  source: UnitSource,
  parts: {
    readonly turn: number
    readonly group: Group
    readonly information: (term: number) => number
  },
): Unit {
  const { turn, group } = parts
  const { sentences, isCover = false } = group
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
  const urgency = isCover ? COVER * Math.exp(NEED_OF_COVER) : (group.isAlone ? ALONE : 1) * Math.exp(NEED_WEIGHT * need)
  return { turn, sentences, terms, information, cost, boost: source.weight * urgency, isCover }
}

/** A long cover tells more than a short one, but not in proportion: it stands for one turn all the same. */
const COVER_POWER = 0.7
/** Nats of a cover at which that makes no difference. */
const USUAL_COVER = 100

/** What a unit adds per token; of a term that the view holds already the less, the more often. */
export function gainOf(unit: Unit, held: ReadonlyMap<number, number>): number {
  const { terms, information, isCover } = unit
  let sum = 0
  for (let i = 0; i < terms.length; i++) sum += information[i]! / (1 + (held.get(terms[i]!) ?? 0))
  const told = isCover ? USUAL_COVER * (sum / USUAL_COVER) ** COVER_POWER : sum
  return (unit.boost * told) / (unit.cost + 3)
}

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
