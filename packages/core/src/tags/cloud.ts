import { createKnownWords, type KnownWords } from './known-words.ts'
import { kindValue } from './protective-value.ts'
import type { SameMeaning } from './same-meaning.ts'
import type { Tag, TagKind } from './tag.ts'
import { tagKey } from './tag-key.ts'

/** What a session speaks of: weighted tags with their counts and turns; a function of the messages in their order. */
export interface Cloud {
  /** The newest turn, 1-based; ages are counted from it. */
  turn: number
  messages: number
  readonly entries: Map<number, CloudTag>
  /** Terms that mean what another tag's word means, and that tag's key. */
  readonly aliases: Map<number, number>
  /** Words that others can be merged into; none without a table of vectors. */
  readonly known: KnownWords
  readonly sameMeaning: SameMeaning | undefined
}

/** One tag of a cloud. */
export interface CloudTag {
  readonly kind: TagKind
  /** As first written; undefined from a restore of a cloud that was stored without it until its next use. */
  word: string | undefined
  /** Uses, and messages with at least one use. */
  count: number
  messages: number
  readonly firstTurn: number
  lastTurn: number
  /** Protective value: of its kind times the most that a sentence around it had. */
  value: number
  /** Number of the last message that was counted. */
  lastMessage: number
}

/** A tag with the protective value of the sentence it stands in, where that is known; 1 otherwise. */
export type ProtectedTag = Tag & { readonly protection?: number }

/** With more tags than this, the lightest leave until the second number is left, all at once so that it costs little. */
const MOST_TAGS = 2000
const TAGS_KEPT = 1500
/** Turns without use after which a tag of one message has half of its weight; one of ten messages fades ten times slower. */
const HALF_LIFE_TURNS = 20

export function createCloud(sameMeaning?: SameMeaning): Cloud {
  return { turn: 1, messages: 0, entries: new Map(), aliases: new Map(), known: createKnownWords(), sameMeaning }
}

/**
 * Counts the tags of one message, said in `turn`. The words of a phrase count as terms as well. A message of a branch that
 * is behind the newest turn has its own turn and leaves the cloud as old as it is.
 */
export function addMessage(cloud: Cloud, tags: readonly ProtectedTag[], turn: number): void {
  advanceTo(cloud, turn)
  cloud.messages++
  for (const tag of tags) {
    const said = { turn, protection: tag.protection ?? 1 }
    feed(cloud, tag, said)
    if (tag.kind !== 'phrase') continue
    const stems = tag.text.split(' ')
    const words = tag.word?.split(' ') ?? stems
    stems.forEach((text, i) => {
      feed(cloud, { kind: 'term', text, word: words[i] ?? text }, said)
    })
  }
  if (cloud.entries.size > MOST_TAGS) dropLightest(cloud)
}

/** Ages the cloud to `turn`; it never gets younger. */
export function advanceTo(cloud: Cloud, turn: number): void {
  cloud.turn = Math.max(cloud.turn, turn)
}

type Named = Pick<Tag, 'kind' | 'text' | 'word'>

function feed(cloud: Cloud, tag: Named, said: { readonly turn: number; readonly protection: number }): void {
  const key = keyOf(cloud, tag)
  const { turn } = said
  const value = kindValue(tag.kind) * said.protection
  const entry = cloud.entries.get(key)
  if (!entry) {
    const { messages } = cloud
    const word = tag.word ?? tag.text
    cloud.entries.set(key, {
      kind: tag.kind,
      word,
      count: 1,
      messages: 1,
      firstTurn: turn,
      lastTurn: turn,
      value,
      lastMessage: messages,
    })
    return
  }
  if (entry.word === undefined) recallWord(cloud, key, entry, tag)
  entry.count++
  if (turn > entry.lastTurn) entry.lastTurn = turn
  if (value > entry.value) entry.value = value
  if (entry.lastMessage === cloud.messages) return
  entry.lastMessage = cloud.messages
  entry.messages++
}

/** Fills in the word of a tag that was stored without it. */
function recallWord(cloud: Cloud, key: number, entry: CloudTag, { kind, text, word = text }: Named): void {
  if (tagKey(kind, text) !== key) return
  entry.word = word
  const meaning = kind === 'term' ? cloud.sameMeaning?.meaningOf(word) : undefined
  if (meaning) cloud.known.add({ key, word, meaning })
}

/** The key of a tag, or of the tag whose word means the same. A word is looked up once, when it is new. */
function keyOf(cloud: Cloud, { kind, text, word }: Named): number {
  const key = tagKey(kind, text)
  if (kind !== 'term' || !cloud.sameMeaning || cloud.entries.has(key)) return key
  const alias = cloud.aliases.get(key)
  if (alias !== undefined) return alias
  const written = word ?? text
  const meaning = cloud.sameMeaning.meaningOf(written)
  if (!meaning) return key
  const same = cloud.sameMeaning.nearest(written, meaning, cloud.known)
  if (same) cloud.aliases.set(key, same.key)
  else cloud.known.add({ key, word: written, meaning })
  return same?.key ?? key
}

/** The entry of a tag, whichever of the words that mean the same it is written with. */
export function entryOf(cloud: Cloud, tag: Named): CloudTag | undefined {
  const key = tagKey(tag.kind, tag.text)
  return cloud.entries.get(key) ?? cloud.entries.get(cloud.aliases.get(key) ?? -1)
}

/** Weight of a tag: `entryWeight` of its entry, 0 for a tag the cloud does not hold. */
export function weightOf(cloud: Cloud, tag: Named): number {
  const entry = entryOf(cloud, tag)
  return entry ? entryWeight(cloud, entry) : 0
}

/**
 * Rarity x protective value x decay: `ln(1 + messages / messages with it) x value x u / (u + age)`, where `age` is turns
 * since the last use and `u` is 20 turns for each message with it. No exponent, so no rounding that differs by machine.
 */
export function entryWeight(cloud: Cloud, entry: CloudTag): number {
  const rarity = Math.log(1 + cloud.messages / entry.messages)
  const use = HALF_LIFE_TURNS * entry.messages
  return (rarity * entry.value * use) / (use + cloud.turn - entry.lastTurn)
}

/** The `count` heaviest tags, heaviest first; of equals the one that came first. */
export function topTags(cloud: Cloud, count: number): (CloudTag & { readonly weight: number })[] {
  const weighed = Array.from(cloud.entries.values(), (entry) => ({ ...entry, weight: entryWeight(cloud, entry) }))
  // The sort is stable and the entries stand in the order in which they came.
  return weighed.sort((a, b) => b.weight - a.weight).slice(0, count)
}

/** Of equals, the one that came first leaves. Numbers are sorted instead of entries, since this runs every 500 new tags. */
function dropLightest(cloud: Cloud): void {
  const { entries } = cloud
  const weights = Float64Array.from(entries.values(), (entry) => entryWeight(cloud, entry))
  const bar = weights.slice().sort()[weights.length - TAGS_KEPT]!
  let equals = weights.length - TAGS_KEPT
  for (const weight of weights) if (weight < bar) equals--
  let place = 0
  for (const key of entries.keys()) {
    const weight = weights[place++]!
    if (weight < bar || (weight === bar && equals-- > 0)) entries.delete(key)
  }
  cloud.known.keep((key) => entries.has(key))
  for (const [alias, key] of cloud.aliases) if (!entries.has(key)) cloud.aliases.delete(alias)
}
