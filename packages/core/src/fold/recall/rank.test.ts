import { expect, it } from 'vitest'
import { createFoldState } from '../state.ts'
import { bm25 } from './rank.ts'
import { addTerms } from './term-arena.ts'

const SAME_BITS = 1 << 14

function stateOf(messages: readonly (readonly number[])[]) {
  const state = createFoldState('tokens')
  for (const ids of messages) {
    addTerms(state.terms, {
      ids: Int32Array.from(ids),
      counts: new Uint16Array(ids.length).fill(1),
      length: ids.length,
    })
  }
  return state
}

it("scores by the query's terms, including those that share their last bits", () => {
  const [one, other, third] = [7, 7 + SAME_BITS, 7 - 3 * SAME_BITS]
  const state = stateOf([[one], [other], [third], [8], [one, other]])
  const weights = new Map([
    [one, 2],
    [other, 3],
  ])
  const scores = [...bm25(state, { from: 0, to: 5 }, weights)]
  expect(scores[0]).toBeGreaterThan(0)
  expect(scores[1]! / scores[0]!).toBeCloseTo(1.5)
  expect(scores.slice(2, 4)).toEqual([0, 0])
  expect(scores[4]).toBeGreaterThan(scores[1]!)
  expect([...bm25(state, { from: 1, to: 3 }, weights)].map((score) => score > 0)).toEqual([true, false])
})
