import { expect, test } from 'vitest'
import type { MessageShape } from '../conversation.ts'
import { createMessageMemo } from './message-memo.ts'

function shape(key: string): MessageShape {
  return { role: 'user', parts: [], key, isKnown: true, hasCacheMark: false }
}

test('gives back what was put in', () => {
  const memo = createMessageMemo(10).shapes
  memo.set('a', shape('a'))
  expect(memo.get('a')).toEqual(shape('a'))
  expect(memo.get('b')).toBeUndefined()
})

test('forgets what was not used for long and keeps what was', () => {
  const memo = createMessageMemo(10).shapes
  memo.set('used', shape('used'))
  memo.set('unused', shape('unused'))
  for (let index = 0; index < 30; index++) {
    memo.set(`n${index}`, shape(`n${index}`))
    memo.get('used')
  }
  expect(memo.get('used')).toEqual(shape('used'))
  expect(memo.get('unused')).toBeUndefined()
})

test('never holds more than it may', () => {
  const memo = createMessageMemo(10).shapes
  for (let index = 0; index < 1_000; index++) memo.set(`n${index}`, shape('x'))
  const held = Array.from({ length: 1_000 }, (_, index) => memo.get(`n${index}`)).filter((found) => found !== undefined)
  expect(held.length).toBeLessThanOrEqual(10)
})
