import { describe, expect, it } from 'vitest'
import { addMeaning, MeaningArena, meaningAt } from './meaning-arena.ts'
import { addTerms, TermArena, termsAt } from './term-arena.ts'
import { countOf, countTerm, TermCounts } from './term-counts.ts'

const MESSAGES = 500

describe('arrays that grow', () => {
  it('keep their contents, have little spare capacity, and release outgrown buffers', () => {
    const terms = new TermArena()
    const meanings = new MeaningArena()
    const counted = new TermCounts()
    const outgrown = new Set<{ byteLength: number }>()
    for (let message = 0; message < MESSAGES; message++) {
      const ids = Int32Array.from({ length: 10 }, (_, term) => message * 10 + term)
      addTerms(terms, { ids, counts: new Uint16Array(10).fill(message), length: 12 })
      addMeaning(meanings, new Int8Array(8).fill(message % 100))
      for (const id of ids) countTerm(counted, id)
      for (const array of [terms.ids, terms.counts, meanings.bytes, counted.terms, counted.counts]) outgrown.add(array)
    }
    for (let message = 0; message < MESSAGES; message++) {
      expect([...termsAt(terms, message)]).toEqual(Array.from({ length: 10 }, (_, term) => message * 10 + term))
      expect(terms.counts[message * 10]).toBe(Math.min(255, message))
      expect([...meaningAt(meanings, message)]).toEqual(new Array(8).fill(message % 100))
      expect(countOf(counted, message * 10 + 9)).toBe(1)
    }
    expect(countOf(counted, -1)).toBe(0)
    expect(terms.ids.length).toBeLessThan(1.13 * MESSAGES * 10)
    expect(meanings.bytes.length).toBeLessThan(1.13 * MESSAGES * 8)
    for (const array of [terms.ids, terms.counts, meanings.bytes, counted.terms, counted.counts]) outgrown.delete(array)
    expect(outgrown.size).toBeGreaterThan(50)
    expect([...outgrown].every(({ byteLength }) => byteLength === 0)).toBe(true)
  })
})
