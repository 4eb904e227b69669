import { compactJson } from '../compact-json.ts'
import type { Shortening } from '../shortening.ts'

/** JSON without the characters that only a parser needs. */
export const json: Shortening = {
  shorten(lines, { output, read }) {
    const [line] = lines
    if (!read.json || !line || line.kind !== 'line' || !isExact(output.text)) return lines
    return [{ ...line, text: compactJson(read.json.value) }]
  },
}

/**
 * True if parsing and writing preserve the values. Numbers beyond double precision and duplicate keys do not survive.
 */
function isExact(text: string): boolean {
  return !/\d{16}|\d\.\d*0[,\s\]}]|[eE][+-]?\d{2}|"__proto__"/.test(text) && !hasExponent(text) && keysAreUnique(text)
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/** True if a number is written as `1e5`. It would be longer without the exponent, which could hide the loss of a key. */
function hasExponent(text: string): boolean {
  return /\d[eE]/.test(text) && /\d[eE]/.test(text.replace(STRING, '""'))
}

function keysAreUnique(text: string): boolean {
  const squeezed = text.replace(/\s+/g, '')
  // The written form is as long as the text without white space, unless a value was lost or spelled differently.
  return JSON.stringify(JSON.parse(text)).replace(/\s+/g, '').length === squeezed.length
}
