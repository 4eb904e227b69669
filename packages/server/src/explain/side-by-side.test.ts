import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { explain } from './explanation.ts'
import { describeSideBySide } from './side-by-side.ts'
import { talkRequest } from './talk.fixture.ts'
import { printableText, widthOf, wrapText } from './terminal-text.ts'

const explanation = explain({ hash: shortSha256, vectors: undefined }, talkRequest('openai-chat', 50))

it('fits the terminal at any width', () => {
  for (const width of [60, 79, 120, 200]) {
    for (const line of describeSideBySide(explanation, { width, maxLines: 5 }).split('\n')) {
      expect(widthOf(line)).toBeLessThanOrEqual(width)
    }
  }
})

it('separates the sides in one column', () => {
  const lines = describeSideBySide(explanation, { width: 100, maxLines: 5 }).split('\n')
  const columns = lines.filter((_, number) => number !== 1).map((line) => line.indexOf(' |'))
  expect(new Set(columns).size).toBe(1)
})

it('shows a message on the left and its sent form on the right', () => {
  const text = describeSideBySide(explanation, { width: 200, maxLines: 50 })
  expect(text).toMatch(/^TURN +TOKENS {2}ORIGINAL +\| +TOKENS {2}SENT$/m)
  expect(text).toMatch(/^ {3}1 user +\d+ {2}Please note that the invoice number 137.* \| /m)
  expect(text).toMatch(/\| +\d+ {2}\[Record of earlier turns/)
  expect(text).toMatch(/Which number did the turbine .* \| +\d+ {2}\(unchanged\)$/m)
})

it('shows the number of lines left out', () => {
  expect(describeSideBySide(explanation, { width: 100, maxLines: 2 })).toMatch(/\.\.\. \d+ more lines/)
  const whole = describeSideBySide(explanation, { width: 100, maxLines: Number.POSITIVE_INFINITY })
  expect(whole).not.toContain('more lines')
})

it('wraps without losing a character, and never beyond the width', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '😀', 'é', '\n', '-'), maxLength: 120 })
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (given, width) => {
      const lines = wrapText(given, width)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''))
    }),
  )
})

it('replaces control characters', () => {
  expect(printableText('a\u001b[31mb\tc\r\nd\u202e')).toBe('a?[31mb  c\nd?')
})
