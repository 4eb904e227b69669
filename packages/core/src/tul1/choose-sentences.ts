import { selectWithin } from '../select.ts'
import { gainOf, leastSentence, type SentenceCost, type Unit, type UnitSource, unitsOf } from './units.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A turn as the choice sees it. */
export interface ChoiceTurn extends UnitSource {
  /** Sentences that are in the view whatever they cost. */
  readonly forced: readonly number[]
}

/** Sentences of each turn, by index: which stand for it, and which of those as they were said. */
export interface Choice {
  readonly chosen: readonly ReadonlySet<number>[]
  readonly verbatim: readonly ReadonlySet<number>[]
}

/** Part of the room that is kept for giving the weightiest sentences back their full wording. */
const VERBATIM_SHARE = 0.04

/**
 * Chooses what stands for each turn, for some room in tokens, heads not counted; never nothing where a turn says anything.
 * What does not depend on the room is worked out once.
 */
export function createChoice(turns: readonly ChoiceTurn[], vocabulary: Vocabulary): (room: number) => Choice {
  const least = turns.map(({ forced, sentences }) => (forced.length ? forced : leastOf(sentences, vocabulary)))
  const units = unitsOf(turns, vocabulary)
  const input = { turns, units, vocabulary }
  return (wanted) => {
    const chosen = least.map((sentences) => new Set(sentences))
    let room = wanted
    turns.forEach(({ sentences }, i) => {
      for (const sentence of chosen[i]!) room -= sentences[sentence]!.cost
    })
    const kept = Math.max(0, VERBATIM_SHARE * room)
    room = fill(input, chosen, room - kept) + kept
    return { chosen, verbatim: giveBackWording(turns, chosen, room) }
  }
}

function leastOf(sentences: readonly SentenceCost[], vocabulary: Vocabulary): readonly number[] {
  const least = leastSentence(sentences, vocabulary)
  return least >= 0 ? [least] : []
}

interface ChoiceInput {
  readonly turns: readonly ChoiceTurn[]
  readonly units: readonly Unit[]
  readonly vocabulary: Vocabulary
}

/** Greedy by what a unit adds per token; what the view holds already counts for less. Returns the room that is left. */
function fill({ turns, units, vocabulary }: ChoiceInput, chosen: Set<number>[], start: number): number {
  const { numbers, information } = vocabulary
  const held = new Int32Array(numbers.size)
  let room = start
  turns.forEach(({ sentences }, i) => {
    for (const sentence of chosen[i]!) for (const term of sentences[sentence]!.terms) held[numbers.get(term)!]!++
  })
  const costOf = ({ turn, sentences }: Unit): number => {
    let cost = 0
    for (const i of sentences) if (!chosen[turn]!.has(i)) cost += turns[turn]!.sentences[i]!.cost
    return cost
  }
  const choice = selectWithin(room, {
    count: units.length,
    costOf: (item) => costOf(units[item]!) || Number.POSITIVE_INFINITY,
    gainOf: (item) => gainOf(units[item]!, information, held),
  })
  for (const { item, left } of choice) {
    const unit = units[item]!
    room = left
    for (const i of unit.sentences) chosen[unit.turn]!.add(i)
    for (let i = 0; i < unit.terms.length; i++) held[unit.terms[i]!]!++
  }
  return room
}

/** The weightiest chosen sentences stand as they were said, as far as the room goes; forced ones always. */
function giveBackWording(
  turns: readonly ChoiceTurn[],
  chosen: readonly ReadonlySet<number>[],
  room: number,
): Set<number>[] {
  const verbatim = turns.map((turn) => new Set(turn.forced))
  const places = chosen.flatMap((sentences, turn) =>
    [...sentences].flatMap((sentence) => (verbatim[turn]!.has(sentence) ? [] : { turn, sentence })),
  )
  const sentenceAt = (item: number): SentenceCost => turns[places[item]!.turn]!.sentences[places[item]!.sentence]!
  const costOf = (item: number): number => Math.max(0, sentenceAt(item).verbatimCost - sentenceAt(item).cost)
  const gainOf = (item: number): number =>
    (Math.exp(sentenceAt(item).need) * turns[places[item]!.turn]!.weight) / (costOf(item) + 3)
  for (const { item } of selectWithin(room, { count: places.length, costOf, gainOf }))
    verbatim[places[item]!.turn]!.add(places[item]!.sentence)
  return verbatim
}
