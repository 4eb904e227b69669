import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LedgerItem } from './ledger-items.ts'
import { fieldId, itemId, mostSalient, price } from './ledger-price.ts'

const count = (text: string): number => text.split(/\s+/).filter(Boolean).length

const LINE: Omit<LedgerItem, 'text'> = {
  message: 1,
  order: 0,
  speaker: 'tool',
  isRule: false,
  weight: 1,
  isSaid: false,
  isLine: true,
  record: 0,
}

function item(text: string, given: Partial<LedgerItem> = {}): LedgerItem {
  return { ...LINE, text, ...given }
}

const NONE: ReadonlyMap<number, number> = new Map()

const words = (number: number): string => Array.from({ length: number }, (_, n) => `w${n}`).join(' ')

describe('price', () => {
  it('gives a long line the value of a short one, since each is needed as one string', () => {
    const [short, long] = price([item(words(11)), item(words(35), { message: 2 })], count)
    expect(short!.value * short!.tokens).toBeCloseTo(long!.value * long!.tokens)
  })

  it('gives a sentence a value in proportion to its length', () => {
    const [one, other] = price(
      [item(words(11), { isSaid: true }), item(words(35), { isSaid: true, message: 2 })],
      count,
    )
    expect(one!.value).toBe(other!.value)
  })

  it('gives a line of a word or two no more value than one of half a dozen', () => {
    const [one, other] = price([item('end'), item(words(5), { message: 2 })], count)
    expect(one!.value).toBe(other!.value)
  })

  it('halves the value of items after the first 400 tokens of a message, regardless of other messages', () => {
    const lines = Array.from({ length: 45 }, (_, n) => item(`${words(9)} x${n}`, { order: n }))
    const priced = price([item(words(300), { message: 2, order: 0 }), ...lines], count).filter(
      (each) => each.item.message === 1,
    )
    expect(priced.map((each) => each.item.order)).toEqual(lines.map(({ order }) => order))
    const half = priced.find((each) => each.value <= priced[0]!.value / 2)
    expect(half!.item.order * priced[0]!.tokens).toBeGreaterThanOrEqual(400)
    expect((half!.item.order - 1) * priced[0]!.tokens).toBeLessThan(400)
  })
})

describe('mostSalient', () => {
  it('offers a line once, with its largest weight, at any indentation', () => {
    const read = item('    moor(ship)', { weight: 0.9 })
    const replaced = item('moor(ship)', { weight: 0.2, message: 3 })
    const put = item('  moor(ship)', { weight: 2, message: 4 })
    expect([...mostSalient([read, replaced, put], NONE).values()]).toEqual([put])
  })

  it('offers a line at its first position if its weight is equal everywhere', () => {
    const first = item('moor(ship)')
    expect([...mostSalient([first, item('moor(ship)', { message: 3 })], NONE).values()]).toEqual([first])
  })

  it('omits items that are already listed', () => {
    const listed = new Map([...mostSalient([item('  moor(ship)')], NONE).keys()].map((id) => [id, id]))
    expect(mostSalient([item('moor(ship)'), item('cast off')], listed).size).toBe(1)
  })

  it('offers a value of a field again after another value was listed', () => {
    const [on, off] = [item('lamp=on', { field: 7 }), item('lamp=off', { field: 7, message: 3 })]
    const listed = new Map(
      [on, off].flatMap((each): [number, number][] => [
        [itemId(each), itemId(each)],
        [fieldId(7), itemId(each)],
      ]),
    )
    const again = { ...on, message: 5 }
    expect([...mostSalient([again], listed).values()]).toEqual([again])
    expect(mostSalient([{ ...off, message: 5 }], listed).size).toBe(0)
  })

  it('offers what the user says again, at its last position', () => {
    const said = item('set it to 22', { speaker: 'user', isSaid: true })
    const again = { ...said, message: 5 }
    const listed = new Map([[itemId(said), itemId(said)]])
    expect([...mostSalient([said, again], listed).values()]).toEqual([again])
  })

  it('loses no string and keeps none twice', () => {
    const texts = fc.array(fc.tuple(fc.constantFrom('a', ' a', 'b', 'c '), fc.integer({ min: 0, max: 3 })))
    fc.assert(
      fc.property(texts, (drafts) => {
        const items = drafts.map(([text, weight], order) => item(text, { weight, order }))
        const left = [...mostSalient(items, NONE).values()].map(({ text }) => text.trim())
        expect(left.toSorted()).toEqual([...new Set(drafts.map(([text]) => text.trim()))].toSorted())
      }),
    )
  })
})
