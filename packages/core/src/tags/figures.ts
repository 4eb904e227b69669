import { matchesOf } from '../matches-of.ts'
import { withoutEnd } from '../words/without-end.ts'

/** A number in a text, with any meaning. */
export interface Figure {
  readonly start: number
  readonly end: number
  /** With a decimal point and without thousands separators: `1234.5`. */
  readonly value: string
}

/**
 * All repetitions are bounded, so that a megabyte of digits is read in linear time: Indian groups of two before the last
 * three; groups of three, then decimals; or decimals alone, as in ".5 mg".
 */
const FIGURE =
  /(?<![\p{Ll}\p{Lu}\d])(?<!\d[.,'’\u202f])(?:[1-9]\d?(?:,\d\d){1,6},\d{3}(?:\.\d{1,15})?(?![\d])|\d{1,15}(?:[.,'’\u00a0\u202f]\d{3}){0,5}(?:[.,]\d{1,15})?(?![\d]))|(?<![\p{L}\p{N}.,…])\.\d{1,15}(?![\d])/gu

/** The numbers of a text that are not attached to a letter before them. */
export function figuresOf(text: string): Figure[] {
  const figures: Figure[] = []
  for (const match of matchesOf(text, FIGURE)) {
    const start = match.index
    figures.push({ start, end: start + match[0].length, value: plainNumber(match[0]) })
  }
  return figures
}

/**
 * `1,234.50`, `1.234,50`, `1'234.50` and `1 234,50` are the same number. A single kind of separator before exactly three digits
 * separates thousands if it is an apostrophe, or a comma in a number that does not begin with 0, or if it is repeated.
 * A single dot is a decimal point.
 */
export function plainNumber(written: string): string {
  const bare = written.replace(/['’\u00a0\u202f]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  if (last < 0) return withoutZeros(bare, '')
  const sign = bare.charAt(last)
  const decimals = bare.slice(last + 1)
  const isThousands =
    decimals.length === 3 && (bare.indexOf(sign) !== last || (sign === ',' && !/[.]/.test(bare) && !/^0/.test(bare)))
  if (isThousands) return withoutZeros(bare.replace(/[.,]/g, ''), '')
  return withoutZeros(bare.slice(0, last).replace(/[.,]/g, ''), decimals)
}

function withoutZeros(whole: string, decimals: string): string {
  const rest = withoutEnd(decimals, /0/)
  const start = whole.replace(/^0+(?=\d)/, '') || '0'
  return rest ? `${start}.${rest}` : start
}

/** `value` times 10 to the power of `places`. It is computed on decimal digits, so nothing is rounded. */
export function shifted(value: string, places: number): string {
  const [whole = '0', decimals = ''] = value.split('.')
  const digits = decimals.padEnd(places, '0')
  return withoutZeros(whole + digits.slice(0, places), digits.slice(places))
}
