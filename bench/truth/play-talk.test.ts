import { expect, it } from 'vitest'
import type { Said } from '../../packages/core/src/fold/truth/talk.fixture.ts'
import { failureOf, playTalk } from './play-talk.ts'

/** A talk whose messages say nothing that the generator knows. */
function talkOf(turns: number): Said[] {
  return Array.from({ length: 2 * turns }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `The ferry of pier ${index} leaves at noon. `.repeat(8),
    statements: [],
  }))
}

it('counts the folded requests of a talk and its view', () => {
  const { requests, folded, views } = playTalk(talkOf(20))
  expect(folded).toBeGreaterThan(0)
  expect(folded).toBeLessThanOrEqual(requests)
  expect(views).toBe(1)
  expect(failureOf({ requests, folded, views })).toBeUndefined()
})

it('fails if nothing is folded or shown', () => {
  expect(playTalk(talkOf(1))).toEqual({ requests: 0, folded: 0, views: 0, faults: [] })
  expect(failureOf({ requests: 3, folded: 0, views: 1 })).toBe('None of 3 requests was folded.')
  expect(failureOf({ requests: 3, folded: 1, views: 0 })).toBe('No talk has a transcript view.')
})
