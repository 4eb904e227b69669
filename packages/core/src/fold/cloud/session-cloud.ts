import type { Role } from '../../conversation.ts'
import { vectorAt } from '../recall/term-arena.ts'
import type { FoldState } from '../state.ts'
import type { MessageTags } from './cloud.ts'
import { isCapital } from './read-message.ts'
import type { SessionCloud } from './session-tags.ts'
import { keyOfValue, kindOfKey } from './tag-key.ts'
import { tagWeight } from './tag-weight.ts'

/** A message of a history, by its index. */
export interface CloudMessage {
  readonly index: number
  readonly key: string
  readonly role: Role | undefined
  /** An answer belongs to the turn that requested it. */
  readonly turn: number
}

/** Above the first number of tags, the lightest are evicted until the second number remains, in one step to save time. */
const MAX_TAGS = 2000
const TAGS_KEPT = 1500
/** Nouns of a session count as capitalised, as in German, from this number of words and this share of capitals on. */
const CAPITALISED_NOUNS = { words: 20, share: 0.5 }

/** The messages of a history, including those read ahead, without instructions, which belong to the client. */
export function messagesOf({ keys, roles, turns, turn, cloud }: FoldState): CloudMessage[] {
  const consumed = keys.map((key, index) => ({ index, key, role: roles[index], turn: turns[index]! }))
  const ahead = cloud.ahead.map(({ key, role }, place) => ({ index: keys.length + place, key, role, turn }))
  return [...consumed, ...ahead].filter(({ role }) => role !== 'system')
}

/** The tags of a message, which do not change when the history grows. */
export function tagsAt({ keys, terms, cloud }: FoldState, index: number): MessageTags {
  return cloud.ahead[index - keys.length] ?? { terms: vectorAt(terms, index), values: vectorAt(cloud.values, index) }
}

/** Counts a message of `turn`. */
export function addMessage(session: SessionCloud, { terms, values }: MessageTags, turn: number): void {
  session.turn = Math.max(session.turn, turn)
  session.messages++
  terms.ids.forEach((term, place) => {
    addTag(session, term, { count: terms.counts[place]!, turn })
  })
  values.ids.forEach((hash, place) => {
    addTag(session, keyOfValue(hash), { count: values.counts[place]!, turn })
  })
  if (session.tags.size > MAX_TAGS) dropLightest(session)
}

/** Takes the words of the tags, and their counts in digests, from the most recently used history. */
export function nameTags({ tags }: SessionCloud, { cloud, held }: FoldState): void {
  const words = [...cloud.words].filter(([key]) => kindOfKey(key) === undefined)
  const names = words.filter(([, word]) => isCapital(word)).length
  const capitalisesNouns = words.length >= CAPITALISED_NOUNS.words && names > CAPITALISED_NOUNS.share * words.length
  for (const [key, tag] of tags) {
    tag.held = held.all.get(key) ?? tag.held
    const word = cloud.words.get(key)
    if (word === undefined) continue
    tag.word = word
    if (kindOfKey(key) === undefined) tag.kind = isCapital(word) && !capitalisesNouns ? 'name' : 'term'
  }
}

function addTag({ tags }: SessionCloud, key: number, { count, turn }: { count: number; turn: number }): void {
  const tag = tags.get(key)
  if (!tag) {
    const kind = kindOfKey(key) ?? 'term'
    tags.set(key, { kind, word: undefined, count, messages: 1, firstTurn: turn, lastTurn: turn, held: 0 })
    return
  }
  tag.count += count
  tag.messages++
  if (turn > tag.lastTurn) tag.lastTurn = turn
}

/** Among equal tags, the oldest is evicted. Numbers are sorted instead of tags, since this runs every 500 new tags. */
function dropLightest(session: SessionCloud): void {
  const { tags } = session
  const weights = Float64Array.from(tags.values(), (tag) => tagWeight(session, tag))
  const bar = weights.slice().sort()[weights.length - TAGS_KEPT]!
  let equals = weights.length - TAGS_KEPT
  for (const weight of weights) if (weight < bar) equals--
  let place = 0
  for (const key of tags.keys()) {
    const weight = weights[place++]!
    if (weight < bar || (weight === bar && equals-- > 0)) tags.delete(key)
  }
}
