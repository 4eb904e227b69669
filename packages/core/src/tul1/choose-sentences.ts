import { createRankedQueue } from './ranked-queue.ts'
import { gainOf, leastSentence, type UnitSource, unitsOf } from './units.ts'

/** A turn as the choice sees it. */
export interface ChoiceTurn extends UnitSource {
  /** Sentences that are in the view whatever they cost. */
  readonly forced: readonly number[]
}

export interface ChoiceInput {
  readonly turns: readonly ChoiceTurn[]
  /** Room for text in tokens, heads not counted. */
  readonly room: number
  /** How much a term tells, in nats. */
  readonly information: (term: number) => number
}

/** Sentences of each turn, by index: which stand for it, and which of those as they were said. */
export interface Choice {
  readonly chosen: readonly ReadonlySet<number>[]
  readonly verbatim: readonly ReadonlySet<number>[]
}

/** Part of the room that is kept for giving the weightiest sentences back their full wording. */
const VERBATIM_SHARE = 0.04

/** Chooses what stands for each turn; never nothing where a turn says anything. */
export function chooseSentences(input: ChoiceInput): Choice {
  const chosen = input.turns.map((turn) => new Set(turn.forced))
  let room = input.room
  input.turns.forEach((turn, i) => {
    const least = chosen[i]!.size ? -1 : leastSentence(turn.sentences)
    if (least >= 0) chosen[i]!.add(least)
    for (const sentence of chosen[i]!) room -= turn.sentences[sentence]!.cost
  })
  const kept = Math.max(0, VERBATIM_SHARE * room)
  room = fill(input, chosen, room - kept) + kept
  return { chosen, verbatim: giveBackWording(input, chosen, room) }
}

/** Greedy by what a unit adds per token; what the view holds already counts for less. Returns the room that is left. */
function fill(input: ChoiceInput, chosen: Set<number>[], start: number): number {
  const held = new Map<number, number>()
  let room = start
  const units = input.turns.flatMap((turn, i) => unitsOf(turn, i, input.information))
  input.turns.forEach((turn, i) => {
    for (const sentence of chosen[i]!) hold(turn.sentences[sentence]!.terms, held)
  })
  const queue = createRankedQueue(units.map((unit, order) => ({ value: gainOf(unit, held), order })))
  for (let head = queue.pop(); head && head.value > 0; head = queue.pop()) {
    const unit = units[head.order]!
    const taken = chosen[unit.turn]!
    let cost = 0
    for (const i of unit.sentences) if (!taken.has(i)) cost += input.turns[unit.turn]!.sentences[i]!.cost
    if (cost === 0 || cost > room) continue
    const value = gainOf(unit, held)
    // Values only ever fall, so what is still worth more than the next one's old value is the best.
    if (value < queue.best()) {
      queue.push({ value, order: head.order })
      continue
    }
    for (const i of unit.sentences) taken.add(i)
    room -= cost
    hold(unit.terms, held)
  }
  return room
}

function hold(terms: ArrayLike<number>, held: Map<number, number>): void {
  for (let i = 0; i < terms.length; i++) held.set(terms[i]!, (held.get(terms[i]!) ?? 0) + 1)
}

/** The weightiest chosen sentences stand as they were said, as far as the room goes; forced ones always. */
function giveBackWording(input: ChoiceInput, chosen: readonly ReadonlySet<number>[], start: number): Set<number>[] {
  const verbatim = input.turns.map((turn) => new Set(turn.forced))
  const places = chosen.flatMap((sentences, turn) => [...sentences].map((sentence) => ({ turn, sentence })))
  const ranked = places.map(({ turn, sentence }, order) => {
    const { need, verbatimCost, cost } = input.turns[turn]!.sentences[sentence]!
    return { value: (Math.exp(need) * input.turns[turn]!.weight) / (verbatimCost - cost + 3), order }
  })
  let room = start
  const queue = createRankedQueue(ranked)
  for (let head = queue.pop(); head && room > 0; head = queue.pop()) {
    const { turn, sentence } = places[head.order]!
    const { verbatimCost, cost } = input.turns[turn]!.sentences[sentence]!
    if (verbatim[turn]!.has(sentence) || verbatimCost - cost > room) continue
    verbatim[turn]!.add(sentence)
    room -= Math.max(0, verbatimCost - cost)
  }
  return verbatim
}
