import { describe, expect, test } from 'vitest'
import { parseToQuote } from './json.ts'

describe('parseToQuote', () => {
  test.each([
    ['an integer above 2^53', '1849302938475610123'],
    ['a negative integer below -2^53', '-9007199254740993'],
    ['more digits than a double preserves', '1234567890123.4567'],
    ['more decimals than a double preserves', '0.12345678901234567890123'],
    ['a number beyond the largest double', '1e400'],
    ['a small number, which a double writes with an exponent', '0.0000001'],
    ['a number with a capital E, which a double writes with a small one', '6.02E+23'],
  ])('returns the spelling of %s', (_, number) => {
    expect(parseToQuote(`{"id": ${number}, "list": [${number} ,1]}`)).toEqual({ id: number, list: [number, 1] })
  })

  test.each([
    '9007199254740991',
    '0.30000000000000004',
    '1700000000.123456',
    '-0.5',
    '1e5',
    '1.5e-3',
    '12.50',
    '0.00000000000000000000',
  ])('returns the number %s, whose value a double preserves', (number) => {
    expect(parseToQuote(`[${number}]`)).toEqual([Number(number)])
  })

  test('leaves strings and keys unchanged', () => {
    const value = { '[1849302938475610123': 'a "quote", 1849302938475610123', 'back\\': ':1849302938475610123\\' }
    expect(parseToQuote(JSON.stringify(value))).toEqual(value)
    expect(parseToQuote('{"n":1849302938475610123,"s":"[1849302938475610123 \\u0022"}')).toEqual({
      n: '1849302938475610123',
      s: '[1849302938475610123 "',
    })
  })

  test('returns undefined for invalid JSON', () => {
    for (const text of ['{"id":1849302938475610123', '[1234567890.1234567.8]', '[01849302938475610123]']) {
      expect(parseToQuote(text)).toBeUndefined()
    }
  })

  test('returns undefined for a value that is nested more than 500 levels deep', () => {
    const nested = ([open, close]: [string, string], depth: number): string =>
      `${open.repeat(depth)}1${close.repeat(depth)}`
    for (const brackets of [
      ['[', ']'],
      ['{"a[\\"":', '}'],
    ] satisfies [string, string][]) {
      expect(parseToQuote(nested(brackets, 500))).toBeDefined()
      expect(parseToQuote(nested(brackets, 501))).toBeUndefined()
    }
    expect(parseToQuote(`{"${'['.repeat(2000)}": "${'{'.repeat(2000)}", "b": [${'[1],'.repeat(2000)}1]}`)).toBeDefined()
  })

  test('reads long texts', () => {
    const long = `[${'x'.repeat(3)}]`.replace('xxx', `"${'a\\"'.repeat(2_000_000)}",1849302938475610123`)
    expect((parseToQuote(long) as unknown[])[1]).toBe('1849302938475610123')
  })
})
