import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidates.ts'
import { chooseCandidates } from './choose.ts'
import { HeldTerms, hold } from './held.ts'

function candidate(
  message: number,
  tokens: number,
  worth: Partial<Candidate> & { readonly weight: number },
): Candidate {
  const { weight, ...others } = worth
  return {
    message,
    order: 0,
    speaker: 'user',
    isRule: false,
    text: `text ${message}`,
    isBlock: false,
    isUser: true,
    tokens,
    terms: [message],
    weights: [weight],
    boost: 1,
    ...others,
  }
}

function chosenOf(candidates: readonly Candidate[], room: number): number[] {
  return chooseCandidates(candidates, { tokens: room, forRules: 0, forUser: 0, shortTokens: 60 }, new HeldTerms()).map(
    ({ message }) => message,
  )
}

describe('chooseCandidates', () => {
  it('takes the candidates with the highest gain per token, in the order of the conversation', () => {
    const offered = [
      candidate(1, 10, { weight: 20 }),
      candidate(2, 10, { weight: 2 }),
      candidate(3, 10, { weight: 30 }),
      candidate(4, 10, { weight: 40 }),
    ]
    expect(chosenOf(offered, 30)).toEqual([1, 3, 4])
  })

  it('pays for a lead-in once in each message', () => {
    const leadIn = { text: 'Never use:', tokens: 4 }
    const led = (message: number, order: number) =>
      candidate(message, 10, { weight: 20, order, leadIn, terms: [order] })
    expect(chosenOf([led(1, 1), led(1, 2), led(1, 3)], 22)).toEqual([1, 1, 1])
    expect(chosenOf([led(1, 1), led(2, 2), led(3, 3)], 22)).toEqual([1, 2])
  })

  it('values terms less if digests contain them already', () => {
    const held = new HeldTerms()
    for (let times = 0; times < 9; times++) hold(held, [1], true)
    const offered = [candidate(1, 10, { weight: 20 }), candidate(2, 10, { weight: 10 })]
    expect(
      chooseCandidates(offered, { tokens: 10, forRules: 0, forUser: 0, shortTokens: 60 }, held).map(
        ({ message }) => message,
      ),
    ).toEqual([2])
    expect(held.byUser.get(2)).toBe(1)
  })

  it('takes the best candidate of the user although it exceeds the room', () => {
    expect(chosenOf([candidate(1, 30, { weight: 100 }), candidate(2, 5, { weight: 1 })], 8)).toEqual([1])
  })

  it('takes nothing if there is no room at all', () => {
    expect(chosenOf([candidate(1, 30, { weight: 100 })], 0)).toEqual([])
    expect(chosenOf([candidate(1, 30, { weight: 100 })], -20)).toEqual([])
  })

  it('keeps the room for a candidate that does not fit instead of filling it with far less valuable ones', () => {
    const offered = [candidate(1, 10, { weight: 90 }), candidate(2, 12, { weight: 90 }), candidate(3, 4, { weight: 4 })]
    expect(chosenOf(offered, 16)).toEqual([1])
    expect(chosenOf([...offered.slice(0, 2), candidate(3, 4, { weight: 40 })], 16)).toEqual([1, 3])
  })

  it('continues after a candidate that an earlier choice has made less valuable, since a better one may follow', () => {
    const offered = [
      candidate(1, 7, { weight: 100 }),
      candidate(2, 17, { weight: 180 }),
      candidate(3, 2, { weight: 40, terms: [1] }),
      candidate(4, 2, { weight: 35 }),
    ]
    expect(chosenOf(offered, 12)).toEqual([1, 4])
  })

  it("keeps no room for a candidate that is long or not the user's", () => {
    const few = candidate(3, 4, { weight: 4 })
    const long = candidate(2, 200, { weight: 2000 })
    const answer = candidate(2, 12, { weight: 90, isUser: false })
    for (const other of [long, answer])
      expect(chosenOf([candidate(1, 10, { weight: 99 }), other, few], 16)).toEqual([1, 3])
  })
})
