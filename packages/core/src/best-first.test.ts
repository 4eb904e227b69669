import { expect, test } from 'vitest'
import { bestFirst } from './best-first.ts'

test('yields items by their gain beyond those taken, and none whose gain has become zero', () => {
  const sets = [['a', 'b'], ['b'], ['a', 'c', 'd'], []]
  const taken = new Set<string>()
  const gainOf = (item: number) => sets[item]!.filter((each) => !taken.has(each)).length
  const order: number[] = []
  for (const { item, gain } of bestFirst({ count: sets.length, gainOf })) {
    expect(gain).toBe(gainOf(item))
    order.push(item)
    for (const each of sets[item]!) taken.add(each)
  }
  expect(order).toEqual([2, 0])
})
