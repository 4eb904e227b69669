import type { MessageFacts, SentenceFacts } from './message-facts.ts'
import { createRankedQueue } from './ranked-queue.ts'

/** Sentences of one turn that are taken together. */
interface Unit {
  readonly turn: number
  readonly order: number
  readonly sentences: readonly number[]
  readonly terms: readonly number[]
  readonly tokens: number
  readonly boost: number
}

export interface ChoiceInput {
  /** Facts of the compressed turns, in order. */
  readonly facts: readonly MessageFacts[]
  /** Weight of what each role says. */
  readonly weights: readonly number[]
  /** Room for text, in tokens, heads not counted. */
  readonly room: number
  /** Messages up to so many tokens of sentences are taken whole or hardly at all. */
  readonly wholeTokens: (turn: number) => number
  readonly information: (term: number) => number
}

/** For each turn the indices of the sentences that stand for it, ascending; never none where the turn has any. */
export function chooseSentences(input: ChoiceInput): Set<number>[] {
  const chosen = input.facts.map(() => new Set<number>())
  let room = input.room
  input.facts.forEach((facts, turn) => {
    const least = leastSentence(facts)
    if (least < 0) return
    chosen[turn]!.add(least)
    room -= facts.sentences[least]!.abridgedTokens
  })
  fill(input, chosen, room)
  return chosen
}

/** What stands for a turn when there is no room for more: the cheapest sentence that says anything. */
function leastSentence(facts: MessageFacts): number {
  let least = -1
  facts.sentences.forEach((sentence, i) => {
    const best = facts.sentences[least]
    if (!best || costOf(sentence) < costOf(best)) least = i
  })
  return least
}

function costOf(sentence: SentenceFacts): number {
  return sentence.abridgedTokens - 3 * sentence.need + (sentence.terms.length ? 0 : 20)
}

/** Greedy by what a unit adds per token; what the view holds already counts for less. */
function fill(input: ChoiceInput, chosen: Set<number>[], start: number): void {
  const held = new Map<number, number>()
  let room = start
  chosen.forEach((sentences, turn) => {
    for (const i of sentences) hold(input.facts[turn]!.sentences[i]!.terms, held)
  })
  const units = input.facts.flatMap((facts, turn) => unitsOf(input, facts, turn))
  const gain = (unit: Unit): number => {
    let sum = 0
    for (const term of unit.terms) sum += input.information(term) / (1 + (held.get(term) ?? 0))
    return (unit.boost * sum) / (unit.tokens + 3)
  }
  const queue = createRankedQueue(units.map((unit, order) => ({ value: gain(unit), order })))
  for (let head = queue.pop(); head; head = queue.pop()) {
    const unit = units[head.order]!
    if (head.value <= 0) break
    const fresh = unit.sentences.filter((i) => !chosen[unit.turn]!.has(i))
    const cost = fresh.reduce((sum, i) => sum + input.facts[unit.turn]!.sentences[i]!.abridgedTokens, 0)
    if (!fresh.length || cost > room) continue
    const value = gain(unit)
    // Values only ever fall, so what is still worth more than the next one's old value is the best.
    if (value < queue.best()) {
      queue.push({ value, order: head.order })
      continue
    }
    for (const i of fresh) chosen[unit.turn]!.add(i)
    room -= cost
    hold(unit.terms, held)
  }
}

function hold(terms: Iterable<number>, held: Map<number, number>): void {
  for (const term of terms) held.set(term, (held.get(term) ?? 0) + 1)
}

function unitsOf(input: ChoiceInput, facts: MessageFacts, turn: number): Unit[] {
  const said = facts.sentences.map((_, i) => i).filter((i) => facts.sentences[i]!.terms.length > 0)
  const prose = said.filter((i) => facts.sentences[i]!.kind === 'prose')
  const tokens = prose.reduce((sum, i) => sum + facts.sentences[i]!.abridgedTokens, 0)
  const isWhole = prose.length > 0 && tokens <= input.wholeTokens(turn)
  const groups = isWhole ? [prose, ...said.filter((i) => !prose.includes(i)).map((i) => [i])] : said.map((i) => [i])
  return groups.map((sentences, order) => unitOf(facts, sentences, { turn, order, weight: input.weights[turn]! }))
}

function unitOf(
  facts: MessageFacts,
  sentences: readonly number[],
  place: { readonly turn: number; readonly order: number; readonly weight: number },
): Unit {
  const terms = new Set<number>()
  let tokens = 0
  let need = Number.NEGATIVE_INFINITY
  for (const i of sentences) {
    const sentence = facts.sentences[i]!
    for (const term of sentence.terms) terms.add(term)
    tokens += sentence.abridgedTokens
    need = Math.max(need, sentence.need)
  }
  return { ...place, sentences, terms: [...terms], tokens, boost: place.weight * Math.exp(0.7 * need) }
}
