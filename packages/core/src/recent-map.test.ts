import { expect, it } from 'vitest'
import { createRecentMap } from './recent-map.ts'

it('a recent map keeps used entries and evicts the others when it is full', () => {
  const map = createRecentMap<number>(4)
  map.set('kept', 0)
  for (let i = 0; i < 20; i++) {
    map.set(`other ${i}`, i)
    expect(map.get('kept')).toBe(0)
  }
  expect(map.get('other 0')).toBeUndefined()
  expect(map.get('other 19')).toBe(19)
})

it('a recent map never exceeds its limit, by weight', () => {
  const map = createRecentMap<string>(100, (value) => value.length)
  const keys = Array.from({ length: 60 }, (_, i) => `key ${i}`)
  for (const [i, key] of keys.entries()) {
    map.set(key, 'x'.repeat(1 + ((i * 7) % 40)))
    expect(map.get(key)).toBeDefined()
    const held = keys.map((known) => map.get(known)?.length ?? 0).reduce((sum, length) => sum + length)
    expect(held).toBeLessThanOrEqual(100)
  }
})

it('a recent map counts a replaced entry once, and rejects one that is too heavy', () => {
  const map = createRecentMap<string>(100, (value) => value.length)
  map.set('other', 'y')
  for (let i = 0; i < 50; i++) map.set('same', 'x'.repeat(40))
  map.set('heavy', 'x'.repeat(51))
  expect([map.get('other'), map.get('same')?.length, map.get('heavy')]).toEqual(['y', 40, undefined])
})

it('a recent map removes an entry whose new value is too heavy, from both generations', () => {
  for (const others of [0, 1]) {
    const map = createRecentMap<number>(100, (value) => value)
    map.set('same', 10)
    for (let i = 0; i < others; i++) map.set(`other ${i}`, 45)
    map.set('same', 60)
    expect(map.get('same')).toBeUndefined()
    map.set('next', 50)
    expect(map.get('next')).toBe(50)
  }
})

it('a recent map updates an entry from its known value, and adds an unknown one', () => {
  for (const weigh of [undefined, (value: number) => value]) {
    const map = createRecentMap<number>(100, weigh)
    const add = (known = 0) => known + 1
    map.update('counted', add)
    map.update('counted', add)
    expect(map.get('counted')).toBe(2)
  }
})

it('a recent map keeps an updated entry when it is full', () => {
  const map = createRecentMap<number>(4)
  for (let i = 0; i < 20; i++) {
    map.update('kept', (known = 0) => known + 1)
    map.set(`other ${i}`, i)
  }
  expect([map.get('kept'), map.get('other 0')]).toEqual([20, undefined])
})
