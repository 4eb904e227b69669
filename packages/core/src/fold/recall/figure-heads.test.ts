import { describe, expect, it } from 'vitest'
import { figuresByHead, figuresByNoun, givesOtherFigure } from './figure-heads.ts'

const EMPTY = new Set(['is', 'now', 'the', 'тогда', 'по', 'は'])
const figuresOf = (text: string) => figuresByHead(text, ({ key }) => (EMPTY.has(key) ? [] : [key]))
const changes = (earlier: string, later: string) => givesOtherFigure(figuresOf(earlier), figuresOf(later))

describe('figures by their heads', () => {
  it('have the word before them and the unit after them as key', () => {
    expect([...figuresOf('rent is 54 pounds, posts 3,4 m')]).toEqual([
      ['rent\npounds', new Set(['54'])],
      ['posts\nm', new Set(['3,4'])],
    ])
  })

  it.each([
    ['the rent is 48', 'the rent is now 54'],
    ['листы по 2 м, столбы по 3 м', 'столбы тогда 3,4 м'],
    ['予算は18万', '予算は22万'],
    ['start 16:30', 'start 17:00'],
  ])('%s is changed by %s', (earlier, later) => {
    expect(changes(earlier, later)).toBe(true)
  })

  it.each([
    ['posts 11', 'posts 3 m'],
    ['rent 54', 'deposit 540'],
    ['rent 54', 'rent 54, deposit 540'],
    ['we pay the landlord and then somebody else 54', 'landlord 60'],
    ['no figure here', 'rent 54'],
    ['约350元', '约600元'],
  ])('%s is not changed by %s', (earlier, later) => {
    expect(changes(earlier, later)).toBe(false)
  })
})

describe('figures by their nouns', () => {
  it.each([
    ['12 coins and 5 beacons', { coins: ['12'], beacons: ['5'] }],
    ['12 km, 5 euros, 9 April, 3 thousand', {}],
    ['posts 3', {}],
  ])('are read by their nouns: %s', (text, expected) => {
    const figures = figuresByNoun(text, ({ key }) => (EMPTY.has(key) ? [] : [key]))
    expect(Object.fromEntries([...figures].map(([noun, values]) => [noun, [...values]]))).toEqual(expected)
  })
})
