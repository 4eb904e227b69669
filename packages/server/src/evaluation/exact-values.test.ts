import { describe, expect, test } from 'vitest'
import { exactValues, holds } from './exact-values.ts'

describe('exact values', () => {
  test.each([
    ['The order 88213 failed after 31 seconds.', ['88213', '31']],
    ['It costs $1,250.50 on 2027-03-14.', ['$1250.50', '2027-03-14']],
    ['See /srv/app/config.json, or ask ops@example.org.', ['/srv/app/config.json', 'ops@example.org']],
    ['Call parse_date in v2.13.0 of the API.', ['parse_date', 'v2.13.0']],
    ['Server granite-07 says E1107!', ['granite-07', 'e1107']],
    ['1. First\n2. Second, and/or third. Yes, really.', ['and/or']],
    ['Nothing of that kind is here, is it?', []],
  ])('of %j are %j', (text, values) => {
    expect([...exactValues(text)].sort()).toEqual([...values].sort())
  })
})

describe('a whole value in a text', () => {
  test.each([
    ['The code is 4821.', '4821', true],
    ['The code is 48210.', '4821', false],
    ['The code is x4821.', '4821', false],
    ['It costs 1,250 euros.', '1250', true],
    ['We leave on  17\nOctober.', '17 october', true],
    ['(granite-07)', 'granite-07', true],
    ['The 13 and 137.', '137', true],
    ['Anything', '', false],
  ])('%j contains %j: %s', (text, wording, isHeld) => {
    expect(holds(text, wording)).toBe(isHeld)
  })
})
