import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCents, toCents } from './cents.ts'
import { UsageError } from './usage-error.ts'

test.each([
  ['0', 0],
  ['250', 250_000_000],
  ['0.1', 100_000],
  ['0.3', 300_000],
  ['12.345678', 12_345_678],
  ['1.10000000', 1_100_000],
  ['9007199254.740991', Number.MAX_SAFE_INTEGER],
])('%s cents are %d micro-cents', (text, microCents) => {
  expect(parseCents(text)).toBe(microCents)
})

test.each(['', '-1', '1,5', '.5', '5.', '1e3', '0.0000001', '9007199254.740992', 'NaN', ' 1', '1 '])(
  '"%s" is refused',
  (text) => {
    expect(() => parseCents(text)).toThrow(UsageError)
  },
)

test('every amount is parsed exactly, and its printed form parses to the same amount', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(999_999), (whole, micro) => {
      const decimals = String(micro).padStart(6, '0')
      const microCents = parseCents(`${whole}.${decimals}`)
      expect(microCents).toBe(whole * 1_000_000 + micro)
      expect(parseCents(toCents(microCents).toFixed(6))).toBe(microCents)
    }),
  )
})
