import { describe, expect, it } from 'vitest'
import { areRivals } from './rivals.ts'

const [contact, north, south, office, port] = [1, 2, 3, 4, 5]

describe('areRivals', () => {
  it.each([
    ['different terms in one position', [contact, north, office], [contact, south, office, port], true],
    ['different terms before a common last term', [contact, north, office], [contact, south, office], false],
    ['different last terms', [contact, office, north], [contact, office, south], false],
    ['a term that only one has', [contact, north, office, port], [contact, office], false],
  ])('compares statements with %s', (_what, later, earlier, expected) => {
    expect(areRivals(later, earlier)).toBe(expected)
  })

  it('ignores different terms before the first common one on request', () => {
    const [later, earlier] = [
      [north, office, contact],
      [south, office, port],
    ]
    expect(areRivals(later, earlier)).toBe(true)
    expect(areRivals(later, earlier, 'second')).toBe(false)
  })

  it('is linear in the numbers of terms', () => {
    const terms = (first: number) => Array.from({ length: 30_000 }, (_, i) => first + i)
    expect(areRivals(terms(0), terms(100_000), 'second')).toBe(false)
  })
})
