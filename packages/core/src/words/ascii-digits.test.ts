import { describe, expect, it } from 'vitest'
import { asciiDigits, withAsciiDigits } from './ascii-digits.ts'

describe('asciiDigits', () => {
  it('reads the digits of every script, each with its own value', () => {
    const digits = Array.from({ length: 0x110000 - 0xe000 }, (_, code) => code + 0xe000)
      .concat(Array.from({ length: 0xd800 }, (_, code) => code))
      .sort((a, b) => a - b)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Nd}/u.test(character))
    expect(asciiDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10))
  })

  it.each([
    ['𝟏𝟐', '12'],
    ['᥆᥇', '01'],
    ['१५', '15'],
    ['a٣b', 'a3b'],
  ])('reads "%s" as "%s"', (written, digits) => {
    expect(asciiDigits(written)).toBe(digits)
  })
})

describe('withAsciiDigits', () => {
  it('keeps every position', () => {
    expect(withAsciiDigits('३ 𝟏 ４')).toBe('3 𝟏 4')
  })

  it('reads the signs within numbers, and no comma between items', () => {
    expect(withAsciiDigits('１，５００ ２．５ ١٬٥٠٠ ١٢٫٥')).toBe('1,500 2.5 1,500 12.5')
    expect(withAsciiDigits('５，６ 5，600 a．b')).toBe('5，6 5，600 a．b')
  })
})
