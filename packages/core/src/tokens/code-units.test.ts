import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCodeUnits } from './code-units.ts'

function expectUnitsOf(text: string): void {
  const { units, length } = readCodeUnits(text)
  expect(length).toBe(text.length)
  for (let at = 0; at < length; at++) if (units[at] !== text.charCodeAt(at)) expect.unreachable(`differs at ${at}`)
  expect([...units.subarray(length, length + 4)]).toEqual([0, 0, 0, 0])
}

test('readCodeUnits reads any text, including lone surrogates, after any other text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 }).map((codes) => String.fromCharCode(...codes)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => [...pieces, pieces.join('')].forEach(expectUnitsOf)),
  )
})

test.each(['a', 'é', '中', '😀', '\ud83d'])(
  'readCodeUnits reads texts of about its capacity, with %j among ASCII',
  (odd) => {
    for (const length of [65_535, 65_536, 65_537, 200_000]) {
      const ascii = 'x'.repeat(length - odd.length)
      for (const text of [ascii + odd, odd + ascii, `${ascii.slice(0, 65_535)}${odd}${ascii.slice(65_535)}`])
        expectUnitsOf(text)
    }
  },
)
