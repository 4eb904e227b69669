/**
 * Decimal digits of any script as ASCII digits. Blocks of digits start at a multiple of 16, and six code points later in the
 * scripts of India.
 */
export function asciiDigits(digits: string): string {
  return digits.replace(/[^\d]/g, (digit) => {
    const code = digit.charCodeAt(0)
    const place = (code & 15) - (code >= 0x900 && code < 0xe00 ? 6 : 0)
    return place >= 0 && place < 10 ? String(place) : digit
  })
}

/** Digits of other scripts than Latin within the Basic Multilingual Plane, whose length is one UTF-16 unit. */
const OTHER_DIGITS = /[[\u0660-\uff19]&&\p{Nd}]/gv

/** A text with its decimal digits as ASCII digits. Every character keeps its position. */
export function withAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGITS, asciiDigits)
}
