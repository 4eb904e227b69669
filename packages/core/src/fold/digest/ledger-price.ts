import type { Role } from '../../conversation.ts'
import { termId } from '../../words/words.ts'
import type { CountTokens } from '../transcript.ts'
import type { LedgerItem } from './ledger-items.ts'

/** An item with what it costs and what it is worth per token beside the others of its message. */
export interface Priced {
  readonly item: LedgerItem
  readonly tokens: number
  readonly value: number
}

/** Tokens after which what else a message has to offer counts half: a long file may not crowd out ten short answers. */
const HALVING_TOKENS = 400

/**
 * What is needed again is needed as one string: long lines come back no oftener than short ones, so a line of twice the
 * tokens is worth half as much per token. Below the least length nothing is gained any more.
 */
const TYPICAL_TOKENS = 12
const LEAST_TOKENS = 6

const HASHES = 2 ** 32

/**
 * What tells an item from others: a line is the same line at another indentation. What people and models say is never that
 * of another speaker; only exact strings that a tool was given and that it gave are one. Each kind has hashes of its own,
 * so that no text of another speaker can be made to meet them.
 */
export function itemId({ speaker, name = '', text, owner = '', isSaid }: LedgerItem): number {
  const id = termId([text.trim(), ...(name || owner ? [name, owner] : [])].join('\n')) >>> 0
  return kindOf(speaker, isSaid) * HASHES + id
}

function kindOf(speaker: Role, isSaid: boolean): number {
  if (speaker === 'user') return 1
  return isSaid && speaker === 'assistant' ? 2 : 0
}

/** Ties go to the earlier item, so that the order is the same in every process. */
export function byValue(a: Priced, b: Priced): number {
  return b.value - a.value || a.item.message - b.item.message || a.item.order - b.item.order
}

/** Each string that is not `listed` yet, once: where it weighs most, and there where it came first. By what tells it apart. */
export function mostSalient(items: readonly LedgerItem[], listed: ReadonlySet<number>): Map<number, LedgerItem> {
  const best = new Map<number, LedgerItem>()
  for (const item of items) {
    const id = itemId(item)
    if (!listed.has(id) && item.weight > (best.get(id)?.weight ?? -1)) best.set(id, item)
  }
  return best
}

/** What items are worth where the others of their message are listed as well, the best of them first. */
export function price(items: readonly LedgerItem[], count: CountTokens): Priced[] {
  const alone = items.map((item) => {
    const tokens = count(shownText(item)) + 1
    return { item, tokens, value: worthAlone(item, tokens) }
  })
  const before = new Map<number, number>()
  return alone.sort(byValue).map(({ item, tokens, value }) => {
    const taken = before.get(item.message) ?? 0
    before.set(item.message, taken + tokens)
    return { item, tokens, value: value / (1 + taken / HALVING_TOKENS) }
  })
}

/** The form in the record: a continuation line is indented. */
function shownText({ text, isLine }: LedgerItem): string {
  return isLine ? ` ${text}` : text
}

function worthAlone({ weight, isSaid }: LedgerItem, tokens: number): number {
  // A sentence is not asked for by its letters: it says as much more as it is longer.
  return isSaid ? weight : (weight * TYPICAL_TOKENS) / Math.max(LEAST_TOKENS, tokens)
}
