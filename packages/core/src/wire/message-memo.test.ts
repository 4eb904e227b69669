import { expect, test } from 'vitest'
import type { MessageShape } from '../conversation.ts'
import { createMessageMemo } from './message-memo.ts'
import { sizeOfShape } from './shape-size.ts'

function shape(key: string): MessageShape {
  return { role: 'user', parts: [], key, isKnown: true, hasCacheMark: false }
}

test('the message memo returns stored shapes', () => {
  const memo = createMessageMemo(10_000).shapes
  memo.set('a', shape('a'))
  expect(memo.get('a')).toEqual(shape('a'))
  expect(memo.get('b')).toBeUndefined()
})

test('the message memo evicts unused shapes and keeps the used ones', () => {
  const memo = createMessageMemo(10_000).shapes
  memo.set('used', shape('used'))
  memo.set('unused', shape('unused'))
  for (let index = 0; index < 30; index++) {
    memo.set(`n${index}`, shape(`n${index}`))
    memo.get('used')
  }
  expect(memo.get('used')).toEqual(shape('used'))
  expect(memo.get('unused')).toBeUndefined()
})

test('the message memo never exceeds its limit in bytes', () => {
  const memo = createMessageMemo(10_000).shapes
  const keys = Array.from({ length: 1_000 }, (_, index) => `n${index}`)
  for (const key of keys) memo.set(key, shape('x'))
  const held = keys.filter((key) => memo.get(key) !== undefined)
  expect(held.length).toBeGreaterThan(5)
  expect(held.length).toBeLessThanOrEqual(10_000 / sizeOfShape(shape('x'), 'n0'))
})

test('the message memo stores few shapes if they have many parts', () => {
  const parts = Array.from({ length: 20_000 }, (_, at) => ({ kind: 'text', leaf: { start: at, end: at + 2 } }) as const)
  const memo = createMessageMemo(64_000_000).shapes
  const keys = Array.from({ length: 100 }, (_, index) => `n${index}`)
  for (const key of keys) memo.set(key, { ...shape(key), parts })
  const held = keys.filter((key) => memo.get(key) !== undefined)
  expect(held).toContain('n99')
  expect(held.length).toBeLessThan(21)
})
