import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { type CacheFacts, decideOn, signsOn } from './cache-decisions.ts'
import type { CacheDecision } from './compression-port.ts'

const USUAL: CacheFacts = { isIdle: false, wasMissed: false, isCaching: undefined, isUnasked: false, isAsking: false }

const prefixHashes = (length: number, name = 'a') =>
  Array.from({ length }, (_, index) => shortSha256(`${name}${index}`))

/** The decisions after all these requests, each of which adds two messages. */
function decideAll(facts: readonly Partial<CacheFacts>[]): readonly CacheDecision[] {
  let decisions: readonly CacheDecision[] = []
  for (const [turn, each] of facts.entries())
    decisions = decideOn(decisions, prefixHashes(2 * turn + 2), { ...USUAL, ...each })
  return decisions
}

describe('decisions about the cache', () => {
  test('a session without changes stores no decisions', () => {
    expect(decideAll([{}, { wasMissed: false }, {}])).toEqual([])
  })

  test('a pause makes one request cold', () => {
    const signs = signsOn(decideAll([{}, { isIdle: true }, {}, {}]), prefixHashes(10))
    expect(signs.map(({ at, isCold }) => [at, isCold])).toEqual([
      [4, true],
      [6, false],
    ])
  })

  test('a miss makes no request cold until it is known that nothing is cached', () => {
    const missed = { wasMissed: true }
    const signs = signsOn(decideAll([{}, missed, { ...missed, isCaching: false }, {}]), prefixHashes(10))
    expect(signs.map(({ at, isCold, wasMissed, isUncached }) => [at, isCold, wasMissed, isUncached])).toEqual([
      [4, false, true, false],
      [6, true, true, true],
      [8, false, false, false],
    ])
  })

  test('if the client marks nothing to be cached, only a receipt with cached tokens is a change', () => {
    const unasked = { isUnasked: true }
    expect(decideAll([unasked, { ...unasked, wasMissed: true }, { ...unasked, isCaching: false }])).toEqual([])
    const signs = signsOn(decideAll([unasked, { ...unasked, isCaching: true }, unasked]), prefixHashes(10))
    expect(signs.map(({ at, isCached }) => [at, isCached])).toEqual([
      [4, true],
      [6, false],
    ])
  })

  test('nothing is decided from instructions alone, which many conversations share', () => {
    expect(decideOn([], [''], { ...USUAL, isCaching: false })).toEqual([])
  })

  test('a history has one decision', () => {
    const first = decideOn([], prefixHashes(4), { ...USUAL, isIdle: true })
    expect(decideOn(first, prefixHashes(4), USUAL)).toBe(first)
    expect(decideOn(first, [], { ...USUAL, isIdle: true })).toBe(first)
  })

  test('another branch has the decisions from before it diverged, and no others', () => {
    const decisions = decideAll([{}, { isIdle: true }, {}])
    const branch = [...prefixHashes(5), ...prefixHashes(9, 'b').slice(5)]
    expect(signsOn(decisions, branch).map(({ at }) => at)).toEqual([4])
    expect(signsOn(decisions, prefixHashes(9, 'b'))).toEqual([])
  })

  test('a session returns to the usual state of the cache when it reaches the limit of changes', () => {
    const always = { isIdle: true, wasMissed: true, isCaching: false }
    const decisions = decideAll(Array.from({ length: 300 }, (_, turn) => (turn % 2 ? {} : always)))
    const last = signsOn(decisions, prefixHashes(700)).at(-1)!
    expect([decisions.length, last.isCold, last.wasMissed]).toEqual([256, false, false])
  })

  test('another branch returns to the usual state of the cache after the limit of changes', () => {
    const changes = Array.from({ length: 300 }, (_, turn) => ({ isIdle: turn % 2 === 0 }))
    const decisions = decideAll(changes)
    const branch = [...prefixHashes(2), ...prefixHashes(6, 'b').slice(2)]
    expect(signsOn(decisions, branch).at(-1)!.isCold).toBe(true)
    const more = decideOn(decisions, branch, { ...USUAL, isIdle: true })
    expect(signsOn(more, branch).map(({ at, isCold }) => [at, isCold])).toEqual([
      [2, true],
      [6, false],
    ])
    expect(decideOn(more, [...branch, ...prefixHashes(8, 'b').slice(6)], { ...USUAL, isIdle: true })).toBe(more)
  })

  test('signs of earlier requests never change while a session grows, however long it gets', () => {
    const facts = fc.record({ isIdle: fc.boolean(), isCaching: fc.boolean(), wasMissed: fc.boolean() })
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 400 }), (all) => {
        const half = Math.ceil(all.length / 2)
        const chain = prefixHashes(2 * all.length)
        const early = signsOn(decideAll(all.slice(0, half)), chain)
        expect(signsOn(decideAll(all), chain).slice(0, early.length)).toEqual(early)
        expect(decideAll(all).length).toBeLessThanOrEqual(256)
      }),
      { numRuns: 20 },
    )
  })
})
