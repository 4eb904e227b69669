import { findOrAdd } from '../maps.ts'

const DIGIT = /^\p{Nd}$/u
const DIGITS = /\p{Nd}/gu
const values = new Map<string, string>()

/** Decimal digits of any script as ASCII digits. */
export function asciiDigits(digits: string): string {
  return digits.replace(DIGITS, (digit) => findOrAdd(values, digit, () => String(digitValue(digit))))
}

/** Unicode encodes the ten digits of a script in the order of their values. A run may contain several scripts. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!
  let first = code
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--
  return (code - first) % 10
}

/** Digits of other scripts than Latin within the Basic Multilingual Plane, whose length is one UTF-16 unit. */
const OTHER_DIGITS = /[[\u0660-\uff19]&&\p{Nd}]/gv

/**
 * Signs within numbers of these scripts. The full-width comma also separates items, so it is a sign of thousands only in
 * full-width numbers.
 */
const OTHER_THOUSANDS = /\u066c(?<=\p{Nd}.)(?=\p{Nd})|，(?<=[０-９].)(?=[０-９]{3}(?![０-９]))/gu
const OTHER_POINTS = /\u066b(?<=\p{Nd}.)(?=\p{Nd})|．(?<=[０-９].)(?=[０-９])/gu

/** A text whose numbers have ASCII digits, commas and points. Every character keeps its position. */
export function withAsciiDigits(text: string): string {
  return text.replace(OTHER_THOUSANDS, ',').replace(OTHER_POINTS, '.').replace(OTHER_DIGITS, asciiDigits)
}
