import type { Role } from '../../conversation.ts'
import { termId } from '../../words/words.ts'
import type { CountTokens } from '../transcript.ts'
import type { LedgerItem } from './ledger-items.ts'

/** An item with its cost in tokens, and its value per token after the better items of its message. */
export interface Priced {
  readonly item: LedgerItem
  readonly tokens: number
  readonly value: number
}

/** Tokens of a message after which its further items count half, so that a long file does not crowd out ten short answers. */
const HALVING_TOKENS = 400

/**
 * An exact string is needed again as a whole. Long lines are reused no more often than short ones, so a line of twice the
 * tokens is worth half as much per token. Below the least length the value no longer rises.
 */
const TYPICAL_TOKENS = 12
const LEAST_TOKENS = 6

const HASHES = 2 ** 32

/**
 * The identity of an item. A line with another indentation is the same line. Statements of people and models are never equal to
 * those of another speaker; exact strings in tool calls and tool output are. The identity contains the kind, so that no text
 * of another speaker can be made to collide with them.
 */
export function itemId({ speaker, name = '', text, owner = '', isSaid }: LedgerItem): number {
  const id = termId([text.trim(), ...(name || owner ? [name, owner] : [])].join('\n')) >>> 0
  return kindOf(speaker, isSaid) * HASHES + id
}

/** The identity of an entity's field. It is listed if some value of the field is listed. */
export function fieldId(field: number): number {
  return FIELD_KIND * HASHES + field
}

const FIELD_KIND = 3

function kindOf(speaker: Role, isSaid: boolean): number {
  if (speaker === 'user') return 1
  return isSaid && speaker === 'assistant' ? 2 : 0
}

/** Ties go to the earlier item, so that the order is the same in every process. */
export function byValue(a: Priced, b: Priced): number {
  return b.value - a.value || a.item.message - b.item.message || a.item.order - b.item.order
}

/** The listed items and fields. A field has the identity of its value that was listed last, and an item its own. */
export type Listed = ReadonlyMap<number, number>

/**
 * The distinct strings that are not `listed` yet, by identity: each with its largest weight, at the earliest position that has
 * it. A value is offered again if another value of its field was listed since. What the user says is a new statement each time,
 * and stands at its last position: "set it to 22" may take back what was said in between.
 */
export function mostSalient(items: readonly LedgerItem[], listed: Listed): Map<number, LedgerItem> {
  const best = new Map<number, LedgerItem>()
  for (const item of items) {
    const id = itemId(item)
    const isStatement = item.speaker === 'user' && item.isSaid
    const weight = best.get(id)?.weight ?? -1
    if (isStatement ? item.weight >= weight : item.weight > weight && !isListed(item, listed)) best.set(id, item)
  }
  return best
}

/** True if an item is listed, and no other value of its field after it. */
export function isListed(item: LedgerItem, listed: Listed): boolean {
  const id = itemId(item)
  return listed.has(id) && (item.field === undefined || (listed.get(fieldId(item.field)) ?? id) === id)
}

/** The items with their values if the better items of their message are listed as well, best first. */
export function price(items: readonly LedgerItem[], count: CountTokens): Priced[] {
  const alone = items.map((item) => {
    // The record indents each continuation line.
    const tokens = count(item.isLine ? ` ${item.text}` : item.text) + 1
    return { item, tokens, value: worthAlone(item, tokens) }
  })
  const before = new Map<number, number>()
  return alone.sort(byValue).map(({ item, tokens, value }) => {
    const taken = before.get(item.message) ?? 0
    before.set(item.message, taken + tokens)
    return { item, tokens, value: value / (1 + taken / HALVING_TOKENS) }
  })
}

function worthAlone({ weight, isSaid }: LedgerItem, tokens: number): number {
  // A sentence is not needed for its letters: a longer one says more in proportion.
  return isSaid ? weight : (weight * TYPICAL_TOKENS) / Math.max(LEAST_TOKENS, tokens)
}
