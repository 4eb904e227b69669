/** ASCII classes of the splitting rules as bits; 0 for controls, white space other than the blank, and non-ASCII. */
const LETTER = 1
const DIGIT = 2
const SYMBOL = 4
const BLANK = 8

const KINDS = kindsOfAscii()

/**
 * Length of the piece at `start` if it is one of these ASCII pieces, and the next character ends it by every rule: a number, a
 * symbol with an optional blank before it, or the blank before a number. Otherwise 0.
 */
export function lengthOfSimplePiece(units: Uint16Array, start: number): number {
  const kind = kindOf(units[start]!)
  if (kind === SYMBOL) return (kindOf(units[start + 1]!) & (BLANK | DIGIT)) !== 0 ? 1 : 0
  if (kind === DIGIT) return digitsAt(units, start)
  if (kind !== BLANK) return 0
  const next = kindOf(units[start + 1]!)
  if (next === DIGIT) return 1
  return next === SYMBOL && (kindOf(units[start + 2]!) & (BLANK | DIGIT | LETTER)) !== 0 ? 2 : 0
}

/** Up to three digits. 0 if a digit of another script may continue them. */
function digitsAt(units: Uint16Array, start: number): number {
  let digits = 1
  while (digits < 3 && kindOf(units[start + digits]!) === DIGIT) digits++
  return digits === 3 || units[start + digits]! < 0x80 ? digits : 0
}

function kindOf(unit: number): number {
  return unit < 0x80 ? KINDS[unit]! : 0
}

function kindsOfAscii(): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) => {
    const character = String.fromCharCode(code)
    if (/[A-Za-z]/.test(character)) return LETTER
    if (/[0-9]/.test(character)) return DIGIT
    if (character === ' ') return BLANK
    return /[!-~]/.test(character) ? SYMBOL : 0
  })
}
