import { expect, test } from 'vitest'
import { LiveClouds } from './live-clouds.ts'
import { addTags, createSessionCloud, readChunk, type SessionCloud, sizeOfCloud } from './session-cloud.ts'

function cloudOf(text: string): SessionCloud {
  const session = createSessionCloud(0)
  addTags(session, readChunk(session, text), 1)
  return session
}

test('clouds stay in memory up to a size, and those used longest ago leave', () => {
  const [small, other, large] = [cloudOf('a lantern'), cloudOf('a glacier'), createSessionCloud(0)]
  const live = new LiveClouds(2 * sizeOfCloud(small) + sizeOfCloud(large) + 2000)
  live.use('small', small)
  live.use('other', other)
  live.use('large', large)
  live.use('small', small)
  const words = Array.from(
    { length: 90 },
    (_, index) => `word${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10)]}`,
  )
  addTags(large, readChunk(large, words.join(' and ')), 1)
  expect(live.get('other')).toBe(other)
  live.use('large', large)
  expect([live.get('other'), live.get('small'), live.get('large')]).toEqual([undefined, undefined, large])
  live.use('small', small)
  expect([live.get('large'), live.get('small')]).toEqual([undefined, small])
})
