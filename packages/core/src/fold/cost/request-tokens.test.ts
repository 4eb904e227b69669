import { describe, expect, it } from 'vitest'
import { createFoldState, type FoldState } from '../state.ts'
import { requestTokens, sharedBeforeFold, unmovedTokens } from './request-tokens.ts'

/**
 * Twelve messages of 10 tokens. Two digests of 7 and 8 tokens replace the first four and the next four, except for `standing`.
 */
function folded(standing: readonly number[] = []): FoldState {
  const state = createFoldState('tokens')
  for (let index = 0; index < 12; index++) {
    state.tokens.push(10)
    state.sent.push(10)
  }
  state.digests.push({ text: 'a', to: 4, tokens: 7 }, { text: 'b', to: 8, tokens: 8 })
  state.digestTokens = 15
  state.boundary = 8
  for (const index of standing) state.standing.add(index)
  state.standingTokens = 10 * standing.length
  return state
}

describe('tokens that a fold of the tail does not move', () => {
  it('are those of the digests and of the pinned messages between and directly after them', () => {
    expect(sharedBeforeFold(folded(), [])).toBe(15)
    expect(sharedBeforeFold(folded([2, 8, 9, 11]), [])).toBe(15 + 30)
  })

  it('end at a recall, which is removed by the fold', () => {
    const state = folded([8, 9])
    state.recalls.push({ before: 9, text: 'r', tokens: 5 })
    expect(unmovedTokens(state, 8)).toBe(10)
  })

  it('end at a document between the digests that is folded as well', () => {
    expect(sharedBeforeFold(folded([2]), [5])).toBe(7 + 10 + 8)
    expect(sharedBeforeFold(folded(), [0])).toBe(0)
  })

  it('exclude a digest after a document that is folded as well', () => {
    expect(sharedBeforeFold(folded([4]), [5])).toBe(7 + 10)
  })
})

it('requestTokens counts instructions within a conversation that a fold has passed', () => {
  const state = folded()
  const before = requestTokens(state)
  state.kept.add(3)
  expect(requestTokens(state)).toBe(before + 10)
  state.standing.add(3)
  state.standingTokens += 10
  expect(requestTokens(state)).toBe(before + 10)
})
