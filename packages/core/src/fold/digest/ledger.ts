import { ownCopy } from '../../own-copy.ts'
import { contentTerms } from '../../words/terms.ts'
import { lineHead, RECORD_HEAD, RECORD_NEXT } from '../preamble.ts'
import { isCondensed } from '../standing.ts'
import type { FoldState } from '../state.ts'
import type { CountTokens, Transcript } from '../transcript.ts'
import { elisionMark } from './elision.ts'
import { type LedgerItem, ledgerItems } from './ledger-items.ts'
import { byValue, itemId, mostTelling, type Priced, price } from './ledger-price.ts'
import { missingReplacements, replacedMarks } from './replaced.ts'

interface Source {
  readonly transcript: Transcript
  readonly state: FoldState
  readonly count: CountTokens
}

/** The text of a digest of tool traffic, the hashes of the strings it lists, and the terms in them, repetitions included. */
export interface Ledger {
  readonly text: string
  readonly listed: readonly number[]
  readonly held: readonly number[]
}

/** What found no room is offered again at later folds, when the history is longer and so is the room: the best so many. */
const MOST_WAITING = 200
const LEAST_WAITING_WEIGHT = 2

/**
 * The digest of tool traffic in messages `[from, to)`, at most `room` tokens: what may be needed again word for word,
 * in its order, under who and when. What a digest lists already is not listed again.
 */
export function composeLedger(
  source: Source,
  range: { readonly from: number; readonly to: number },
  room: number,
): Ledger | undefined {
  const { transcript, state, count } = source
  const head = state.digests.length ? RECORD_NEXT : RECORD_HEAD
  const labels = new Map<number, string>()
  const items: LedgerItem[] = []
  for (let index = range.from; index < range.to; index++) {
    if (!isCondensed(transcript, state, index)) continue
    const offer = ledgerItems(transcript, index, (fragment) => replacedMarks(state, index, fragment))
    labels.set(index, offer.label)
    for (const item of offer.items) items.push(item)
  }
  const fresh = mostTelling(items, state.listed)
  const waiting = state.waiting.filter(({ item }) => !fresh.has(itemId(item)))
  const priced = [...price([...fresh.values()], count), ...waiting]
  const chosen = choose(priced, room - count(head) - 1)
  if (!chosen.length) return undefined
  state.waiting = leftOver(priced, new Set(chosen))
  const listed = chosen.map(itemId)
  const held = chosen.flatMap(({ text }) => contentTerms(text))
  for (const id of listed) state.listed.add(id)
  for (const term of held) state.held.set(term, (state.held.get(term) ?? 0) + 1)
  const lines = write(chosen, { transcript, state, labels })
  for (const line of missingReplacements(source, range, lines.join('\n'))) lines.push(line)
  return { text: [head, ...lines].join('\n'), listed, held }
}

function leftOver(priced: readonly Priced[], chosen: ReadonlySet<LedgerItem>): Priced[] {
  const left = priced.filter(({ item }) => item.weight >= LEAST_WAITING_WEIGHT && !chosen.has(item))
  const best = left.sort(byValue).slice(0, MOST_WAITING)
  return best.map((priced) => ({ ...priced, item: { ...priced.item, text: ownCopy(priced.item.text) } }))
}

/** Tokens of the line head that the first chosen item of a message brings with it. */
const HEAD_TOKENS = 4

function choose(priced: readonly Priced[], room: number): LedgerItem[] {
  const order = [...priced].sort(byValue)
  const opened = new Set<number>()
  const chosen: LedgerItem[] = []
  let left = room
  for (const { item, tokens } of order) {
    const cost = tokens + (opened.has(item.message) ? 0 : HEAD_TOKENS)
    if (cost > left) continue
    left -= cost
    opened.add(item.message)
    chosen.push(item)
  }
  return chosen.sort((a, b) => a.message - b.message || a.order - b.order)
}

/** For the mark only, which is rounded anyway. */
const CHARACTERS_PER_TOKEN = 3.5

function write(
  chosen: readonly LedgerItem[],
  { transcript, state, labels }: { transcript: Transcript; state: FoldState; labels: ReadonlyMap<number, string> },
): string[] {
  const lines: string[] = []
  const kept = new Map<number, number>()
  for (const { message, text } of chosen)
    kept.set(message, (kept.get(message) ?? 0) + text.length / CHARACTERS_PER_TOKEN)
  let last: LedgerItem | undefined
  for (const item of chosen) {
    const isNew = item.message !== last?.message
    if (isNew) {
      const role = transcript.answersOf(item.message).length ? 'tool' : transcript.roleOf(item.message)
      const label = (labels.get(item.message) ?? '') + elisionMark(transcript, item.message, kept.get(item.message)!)
      lines.push(
        `${lineHead(state.turns[item.message]!, role, transcript.nameOf(item.message))}${label.trimStart()}`.trimEnd(),
      )
    }
    if (item.isLine) lines.push(item.text)
    else lines[lines.length - 1] += (isNew || item.record === last?.record ? ' ' : '; ') + item.text
    last = item
  }
  return lines
}
