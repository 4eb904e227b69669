import { addCount } from '../../maps.ts'
import { ownCopy } from '../../own-copy.ts'
import { mayPauseAfter, type Steps } from '../../run-steps.ts'
import { contentTerms } from '../../words/terms.ts'
import { genreOf } from '../genre.ts'
import { isCondensed } from '../pin/pins.ts'
import type { Mark } from '../record/marks.ts'
import { type Entry, jointAfter, PREAMBLES, type Preamble, type Quote, recordText } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { FoldState, LedgerTerms } from '../state.ts'
import type { Range } from '../transcript.ts'
import { byPlace, type DigestRoom, type Room } from './choose.ts'
import { elisionMarks } from './elision.ts'
import { hold } from './held.ts'
import { type LedgerItem, ledgerItems } from './ledger-items.ts'
import { byValue, fieldId, itemId, mostSalient, type Priced, price } from './ledger-price.ts'
import { newestFields } from './newest-fields.ts'
import { withOwedAnswers } from './owed-answers.ts'
import { nextPreamble } from './preamble.ts'

/** A digest of tool traffic: its text, the identities of its strings, and the terms in them. */
export interface Ledger {
  readonly text: string
  /** True if it continues the last digest. */
  readonly adjoins: boolean
  readonly listed: readonly (readonly [number, number])[]
  readonly held: LedgerTerms
  /** Items without room in it. */
  readonly waiting: Priced[]
}

interface LedgerRoom extends DigestRoom {
  /**
   * For a ledger that replaces earlier ones: its preamble, and the items and fields that ledgers after it list. Waiting items
   * are newer than such a ledger.
   */
  readonly replacing?: { readonly preamble: Preamble; readonly later: ReadonlySet<number> }
}

/** Largest number of items without room that are offered again at later folds, best first. */
const MAX_WAITING = 200
const LEAST_WAITING_WEIGHT = 2

/**
 * Composes the digest of tool traffic in messages `[from, to)` within `room`: text that may be needed again word for word, in
 * its order, with speaker and turn. Items of a speaker that a digest already lists are not repeated.
 */
export function* composeLedger(source: Source, range: Range, room: LedgerRoom): Steps<Ledger | undefined> {
  const { transcript, state, policy, count } = source
  const isOfRecords = genreOf(state, policy) !== 'code'
  // Digests of coding sessions are abridged once more.
  const { replacing } = room
  const preamble = replacing?.preamble ?? nextPreamble(transcript, state, !isOfRecords)
  const labels = new Map<number, string>()
  const items: LedgerItem[] = []
  const offer = (index: number, isOffered: (item: LedgerItem) => boolean): void => {
    if (!isCondensed(transcript, state, index)) return
    const offered = ledgerItems(transcript, index, isOfRecords)
    labels.set(index, offered.label)
    for (const item of offered.items) if (isOffered(item)) items.push(item)
  }
  // Statements of the user in earlier messages that no digest contains yet.
  for (const index of state.backlog) if (index < range.from) offer(index, ({ speaker }) => speaker === 'user')
  for (let index = range.from; index < range.to; index++) {
    offer(index, () => true)
    if (mayPauseAfter(index - range.from + 1)) yield
  }
  const earlier = replacing ? { waiting: [], later: replacing.later } : { waiting: state.waiting }
  const newest = newestFields(items, { ...earlier, listed: state.listed })
  const fresh = mostSalient(newest.items, state.listed)
  yield
  const waiting = newest.waiting.filter(({ item }) => !fresh.has(itemId(item)))
  const priced = [...price([...fresh.values()], count), ...waiting]
  yield
  const left = room.tokens - (preamble ? count(PREAMBLES[preamble]) : 0) - 1
  const best = choose(priced, {
    tokens: left,
    forRules: policy.ruleShare * left,
    forUser: room.forUser,
    shortTokens: policy.digest.wholeTokens.user,
  })
  if (!best.length) return undefined
  yield
  const chosen = isOfRecords ? yield* withOwedAnswers(source, { items: [...fresh.values()], chosen: best }) : best
  const termsOf = (isUser: boolean) =>
    chosen.flatMap(({ speaker, text }) => ((speaker === 'user') === isUser ? contentTerms(text) : []))
  return {
    text: recordText(preamble, entriesOf(source, chosen, labels)),
    adjoins: !preamble,
    listed: chosen.flatMap(listing),
    held: { user: termsOf(true), others: termsOf(false) },
    waiting: leftOver(priced, new Set(chosen)),
  }
}

/** The keys of an item in `Listed`: its own and that of its field. */
function listing(item: LedgerItem): (readonly [number, number])[] {
  const id = itemId(item)
  return (item.field === undefined ? [id] : [id, fieldId(item.field)]).map((key) => [key, id] as const)
}

/** Updates the state with the contents of a ledger, once it is certain to be sent. */
export function noteLedger(state: FoldState, { listed, held, waiting }: Ledger): void {
  for (const [id, value] of listed) state.listed.set(id, value)
  hold(state.held, held.user, true)
  hold(state.held, held.others, false)
  state.waiting = waiting
}

/**
 * The items that wait for the next ledger. Rules come first, so that tool output cannot take their place. A sentence of
 * an answer does not wait: after newer lines it would be read as the newer statement.
 */
function leftOver(priced: readonly Priced[], chosen: ReadonlySet<LedgerItem>): Priced[] {
  const mayWait = ({ isRule, isSaid, speaker, weight }: LedgerItem): boolean =>
    isRule || (weight >= LEAST_WAITING_WEIGHT && !(isSaid && speaker === 'assistant'))
  const left = priced.filter(({ item }) => mayWait(item) && !chosen.has(item))
  left.sort((a, b) => Number(b.item.isRule) - Number(a.item.isRule) || byValue(a, b))
  const best = left.slice(0, MAX_WAITING)
  return best.map((priced) => ({ ...priced, item: { ...priced.item, text: ownCopy(priced.item.text) } }))
}

/** Tokens of the line head that comes with the first chosen item of a message. */
const HEAD_TOKENS = 4
/** Tokens of the record name that comes with the first chosen value of a record. */
const OWNER_TOKENS = 5

/**
 * Chooses rules of the user first, up to their reserve, and the best rule in any case. Then other statements of the user, up to
 * their reserve. Then the items of the highest value.
 */
function choose(priced: readonly Priced[], room: Room): LedgerItem[] {
  const order = [...priced].sort(byValue)
  const opened = new Set<string>()
  const chosen = new Set<LedgerItem>()
  let left = room.tokens
  const take = ({ item, tokens }: Priced, most: number): void => {
    const [message, owner] = [`${item.message}`, `${item.message} ${item.owner}`]
    const isNamed = hasOwner(item) && !opened.has(owner)
    const cost = tokens + (opened.has(message) ? 0 : HEAD_TOKENS) + (isNamed ? OWNER_TOKENS : 0)
    if (cost > Math.min(left, most) || chosen.has(item)) return
    left -= cost
    opened.add(message).add(owner)
    chosen.add(item)
  }
  for (const each of order) {
    if (!each.item.isRule) continue
    take(each, chosen.size ? room.forRules - (room.tokens - left) : left)
  }
  const others = room.tokens - room.forUser
  for (const each of order) if (each.item.speaker === 'user' && each.item.isSaid) take(each, left - others)
  for (const each of order) take(each, left)
  return [...chosen].sort(byPlace)
}

/** True if the name of its record has to precede a value. A record's own name needs none. */
function hasOwner(item: LedgerItem): item is LedgerItem & { readonly owner: string } {
  return item.owner !== undefined && item.owner !== item.text
}

/** For the mark only, which is rounded anyway. */
const CHARACTERS_PER_TOKEN = 3.5
/** Characters that no tool name contains. */
const NO_PART_OF_LABEL = /[^\p{L}\p{N}\p{M}_.:/ -]+/gu
/** Providers accept no longer names. */
const LONGEST_LABEL = 200

function entriesOf(
  { transcript, state }: Source,
  chosen: readonly LedgerItem[],
  labels: ReadonlyMap<number, string>,
): Entry[] {
  const kept = new Map<number, number>()
  for (const { message, text } of chosen) addCount(kept, message, text.length / CHARACTERS_PER_TOKEN)
  const entries: (Entry & { readonly content: (Quote | Mark)[] })[] = []
  let last: LedgerItem | undefined
  for (const item of chosen) {
    const { message, speaker, name } = item
    const isNew = message !== last?.message
    if (isNew || speaker !== last?.speaker) {
      const content: (Quote | Mark)[] = []
      const label = labels.get(message)?.replace(NO_PART_OF_LABEL, ' ').slice(0, LONGEST_LABEL).trim()
      if (label && speaker !== 'tool') content.push({ text: label })
      if (isNew) for (const mark of elisionMarks(transcript, message, kept.get(message)!)) content.push(mark)
      entries.push({ speaker: { turn: state.turns[message]!, role: speaker, name }, content })
    }
    const isFirst = isNew || speaker !== last?.speaker
    const isBeside = isFirst || (item.record === last?.record && item.owner === last.owner)
    const beside = item.isSaid && last && !isFirst ? jointAfter(last.text) : ' '
    const joint = item.isLine && !isFirst ? '\n' : isBeside ? beside : '; '
    const isNamed = hasOwner(item) && (isFirst || !isBeside)
    if (isNamed) entries.at(-1)!.content.push({ text: item.owner, joint })
    entries.at(-1)!.content.push({ text: item.text, joint: isNamed ? ' ' : joint })
    last = item
  }
  return entries
}
