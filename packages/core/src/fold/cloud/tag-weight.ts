import type { SessionCloud, SessionTag } from './session-tags.ts'

/**
 * Turns without use after which a tag of one message loses half of its weight. A tag of ten messages fades ten times slower.
 */
const HALF_LIFE_TURNS = 20
/** Weight of each kind of tag relative to a plain term. */
const KIND_VALUES: Readonly<Record<SessionTag['kind'], number>> = {
  // They cannot be guessed, and one wrong character makes them useless.
  url: 2.5,
  email: 2.5,
  path: 2.5,
  identifier: 2.5,
  // Error messages are searched for later, word for word.
  error: 2.5,
  version: 2.2,
  // Figures that mean something by themselves are asked for most often, and cannot be derived from other text.
  money: 2.2,
  date: 2,
  time: 2,
  percent: 2,
  quantity: 2,
  // A bare number may be the number of a list item.
  number: 1.5,
  // Names of people and things: they identify the right place, and are seldom the whole answer.
  name: 1.6,
  term: 1,
}

/**
 * Rarity x protective value x decay: `ln(1 + messages / messages with it) x value x u / (u + age)`, where `age` is turns
 * since the last use and `u` is 20 turns for each message with it. The fold weighs a term by the same rarity.
 */
export function tagWeight({ messages, turn }: SessionCloud, tag: SessionTag): number {
  const rarity = Math.log(1 + messages / tag.messages)
  const use = HALF_LIFE_TURNS * tag.messages
  return (rarity * KIND_VALUES[tag.kind] * use) / (use + turn - tag.lastTurn)
}

/** The `count` heaviest tags, heaviest first, ties in order of first use. */
export function topTags(session: SessionCloud, count: number): (SessionTag & { readonly weight: number })[] {
  const weighed = Array.from(session.tags.values(), (tag) => ({ ...tag, weight: tagWeight(session, tag) }))
  return weighed.sort((a, b) => b.weight - a.weight).slice(0, count)
}
