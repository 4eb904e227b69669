import { describe, expect, it } from 'vitest'
import type { LedgerItem } from './ledger-items.ts'
import { fieldId, itemId } from './ledger-price.ts'
import { newestFields } from './newest-fields.ts'

function item(message: number, text: string, field?: number): LedgerItem {
  const exact = {
    order: 0,
    speaker: 'tool',
    isRule: false,
    weight: 1,
    isSaid: false,
    isLine: false,
    record: 1,
  } as const
  return { ...exact, message, text, owner: 'BOX-4471', field }
}

const NOTHING = { waiting: [], listed: new Map<number, number>() }

describe('newestFields', () => {
  it('leaves out the old value of a field, also among the waiting items', () => {
    const old = item(1, 'slot=A-17', 5)
    const [other, now] = [item(1, 'size=40', 6), item(3, 'slot=C-04', 5)]
    const waiting = [{ item: old, tokens: 4, value: 1 }]
    expect(newestFields([old, other, now], NOTHING).items).toEqual([other, now])
    expect(newestFields([now], { ...NOTHING, waiting }).waiting).toEqual([])
  })

  it('keeps several values that one message gives', () => {
    const both = [item(1, 'goods=tiles', 5), item(1, 'goods=sinks', 5)]
    expect(newestFields(both, NOTHING).items).toEqual(both)
  })

  it('gives a value more weight if an older value of its field is listed, and no later one', () => {
    const now = item(3, 'slot=C-04', 5)
    const old = item(1, 'slot=A-17', 5)
    const listed = new Map([
      [itemId(old), itemId(old)],
      [fieldId(5), itemId(old)],
    ])
    expect(newestFields([now], { waiting: [], listed }).items[0]!.weight).toBeGreaterThan(now.weight)
    listed.set(itemId(now), itemId(now)).set(fieldId(5), itemId(now))
    expect(newestFields([now], { waiting: [], listed }).items).toEqual([now])
    const again = { ...old, message: 5 }
    expect(newestFields([again], { waiting: [], listed }).items[0]!.weight).toBeGreaterThan(again.weight)
    expect(newestFields([again], { waiting: [], listed, later: new Set([fieldId(5)]) }).items).toEqual([again])
  })
})
