import { findOrAdd } from '../maps.ts'
import { selectWithin } from '../select.ts'
import type { Place } from './marks/conflict.ts'
import { gainOf, leastSentence, type SentenceCost, type Unit, type UnitSource, unitsOf } from './units.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A turn as input of the choice. */
export interface ChoiceTurn extends UnitSource {
  /** Sentences that are always in the view. */
  readonly forced: readonly number[]
  /** By sentence: other sentences that the view must contain together with it. */
  readonly needs: ReadonlyMap<number, readonly Place[]>
}

/** The chosen sentences of each turn, by index, and those of them that are quoted unchanged. */
interface Choice {
  readonly chosen: readonly ReadonlySet<number>[]
  readonly verbatim: readonly ReadonlySet<number>[]
}

/**
 * Chooses sentences within a limit in tokens, which does not include the heads, and at least one for each turn with
 * content. Results that do not depend on the limit are computed once.
 */
export function createChoice(turns: readonly ChoiceTurn[], vocabulary: Vocabulary): (room: number) => Choice {
  const least = turns.map(({ forced, sentences }) => (forced.length ? forced : leastOf(sentences, vocabulary)))
  const units = unitsOf(turns, vocabulary)
  const input = { turns, units, vocabulary }
  return (wanted) => {
    const chosen = turns.map(() => new Set<number>())
    let room = wanted
    least.forEach((sentences, turn) => {
      for (const place of withNeeds(turns, turn, sentences)) room -= take(turns, chosen, place)
    })
    fill(input, chosen, room)
    return { chosen, verbatim: turns.map(({ forced }) => new Set(forced)) }
  }
}

/** The given sentences of a turn, and all sentences that they need, directly or through others. */
function withNeeds(turns: readonly ChoiceTurn[], turn: number, sentences: readonly number[]): readonly Place[] {
  const places = sentences.map((sentence): Place => ({ turn, sentence }))
  if (!sentences.some((sentence) => turns[turn]!.needs.has(sentence))) return places
  const known = new Map<number, Set<number>>()
  const isNew = ({ turn: of, sentence }: Place): boolean => {
    const own = findOrAdd(known, of, () => new Set())
    return !own.has(sentence) && own.add(sentence).size > 0
  }
  const all = places.filter(isNew)
  for (const place of all)
    for (const need of turns[place.turn]!.needs.get(place.sentence) ?? []) if (isNew(need)) all.push(need)
  return all
}

/** Chooses a sentence. Returns its cost. */
function take(turns: readonly ChoiceTurn[], chosen: readonly Set<number>[], { turn, sentence }: Place): number {
  if (chosen[turn]!.has(sentence)) return 0
  chosen[turn]!.add(sentence)
  return turns[turn]!.sentences[sentence]!.cost
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

/** Greedy by gain per token. Content that the view already has counts for less. */
function fill({ turns, units, vocabulary }: ChoiceInput, chosen: Set<number>[], room: number): void {
  const { numbers, information } = vocabulary
  const held = new Int32Array(numbers.size)
  turns.forEach(({ sentences }, i) => {
    for (const sentence of chosen[i]!) for (const term of sentences[sentence]!.terms) held[numbers.get(term)!]!++
  })
  const places: (readonly Place[])[] = []
  const placesOf = (item: number): readonly Place[] => {
    const { turn, sentences } = units[item]!
    places[item] ??= withNeeds(turns, turn, sentences)
    return places[item]
  }
  const costOf = (item: number): number => {
    let cost = 0
    for (const { turn, sentence } of placesOf(item))
      if (!chosen[turn]!.has(sentence)) cost += turns[turn]!.sentences[sentence]!.cost
    return cost
  }
  const choice = selectWithin(room, {
    count: units.length,
    costOf: (item) => costOf(item) || Number.POSITIVE_INFINITY,
    gainOf: (item) => gainOf(units[item]!, information, held),
  })
  for (const { item } of choice) {
    for (const place of placesOf(item)) take(turns, chosen, place)
    for (const term of units[item]!.terms) held[term]!++
  }
}
