import { describe, expect, it } from 'vitest'
import { createTokenMemo } from './token-memo.ts'

describe('createTokenMemo', () => {
  it('stores counts, including zero', () => {
    const memo = createTokenMemo(1000)
    memo.set('a', 0)
    expect(memo.get('a')).toBe(0)
    expect(memo.get('b')).toBeUndefined()
  })

  it('keeps used entries and evicts others', () => {
    const memo = createTokenMemo(1000)
    memo.set('used', 1)
    memo.set('unused', 2)
    for (let at = 0; at < 30; at++) {
      memo.set(`filler ${at}`, at)
      memo.get('used')
    }
    expect(memo.get('used')).toBe(1)
    expect(memo.get('unused')).toBeUndefined()
  })

  it('never exceeds its limit', () => {
    const memo = createTokenMemo(10_000)
    for (let at = 0; at < 1000; at++) memo.set(`key ${at}`, at)
    const held = Array.from({ length: 1000 }, (_, at) => `key ${at}`).filter((key) => memo.get(key) !== undefined)
    expect(held.length).toBeLessThanOrEqual(100)
    expect(memo.get('key 999')).toBe(999)
  })
})
