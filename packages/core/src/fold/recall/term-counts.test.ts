import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOf, countTerm, TermCounts } from './term-counts.ts'

/** A small range of terms, so that they repeat, with the ends of the range, zero and terms that share their last bits. */
const term = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: 0, max: 200 }).map((high) => (high << 20) | 0),
  fc.constantFrom(-0x80000000, 0x7fffffff),
)

describe('TermCounts', () => {
  it('counts like a map', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 400 }), (terms) => {
        const counted = new TermCounts()
        const expected = new Map<number, number>()
        for (const each of terms) {
          countTerm(counted, each)
          expected.set(each, (expected.get(each) ?? 0) + 1)
        }
        expect(counted.size).toBe(expected.size)
        for (const [each, count] of expected) expect(countOf(counted, each)).toBe(count)
      }),
    )
  })

  it('returns zero for an unknown term, at any load', () => {
    const counted = new TermCounts()
    for (let each = 0; each < 5000; each++) {
      expect(countOf(counted, each)).toBe(0)
      countTerm(counted, each)
    }
    expect(counted.size).toBe(5000)
    expect(countOf(counted, -1)).toBe(0)
  })

  it('takes less than half of the estimated memory of a map', () => {
    const counted = new TermCounts()
    for (let each = 0; each < 2300; each++) countTerm(counted, each * 7919)
    expect(counted.terms.byteLength + counted.counts.byteLength).toBeLessThan(40 * 2300 * 0.5)
  })
})
