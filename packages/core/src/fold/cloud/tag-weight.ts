import type { SessionCloud, SessionTag } from './session-tags.ts'

/** Turns without use after which a tag of one message has half of its weight; one of ten messages fades ten times slower. */
const HALF_LIFE_TURNS = 20
/** How much a kind of tag is worth beside a plain term, and why. */
const KIND_VALUES: Readonly<Record<SessionTag['kind'], number>> = {
  // Nobody can guess them again, and one wrong character makes them useless.
  url: 2.5,
  email: 2.5,
  path: 2.5,
  identifier: 2.5,
  // An error message is searched for later, word for word.
  error: 2.5,
  version: 2.2,
  // Figures with a meaning of their own: what is asked for most often, and cannot be worked out from the rest.
  money: 2.2,
  date: 2,
  time: 2,
  percent: 2,
  quantity: 2,
  // A bare number may be the number of a list item.
  number: 1.5,
  // Who and what it is about: finds the right place, seldom is the answer alone.
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

/** The `count` heaviest tags, heaviest first; of equals the one that came first. */
export function topTags(session: SessionCloud, count: number): (SessionTag & { readonly weight: number })[] {
  const weighed = Array.from(session.tags.values(), (tag) => ({ ...tag, weight: tagWeight(session, tag) }))
  return weighed.sort((a, b) => b.weight - a.weight).slice(0, count)
}
