/** A text as numbers in a reused buffer: reading a string unit by unit costs several times as much. */
export interface CodeUnits {
  /** The text, followed by zeros for the longest look-ahead. */
  readonly units: Uint16Array
  readonly length: number
}

/** Available in every runtime, though not part of the language. */
declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number }
}

/** Units that readers look beyond the end of the text. */
const LOOK_AHEAD = 4
/** Capacity that is kept between texts. Longer ones get a new array. */
const KEPT_UNITS = 2 ** 16
/** Length below which reading unit by unit is faster than the encoder. */
const ENCODED_FROM = 48

const kept = new Uint16Array(KEPT_UNITS + LOOK_AHEAD)
const bytes = new Uint8Array(KEPT_UNITS)
const encoder = new TextEncoder()

/** The code units of `text`, valid until the next text is read. */
export function readCodeUnits(text: string): CodeUnits {
  const { length } = text
  const units = length <= KEPT_UNITS ? kept : new Uint16Array(length + LOOK_AHEAD)
  if (length <= KEPT_UNITS) copy(text, units, 0)
  else for (let at = 0; at < length; at += KEPT_UNITS) copy(text.slice(at, at + KEPT_UNITS), units, at)
  for (let at = length; at < length + LOOK_AHEAD; at++) units[at] = 0
  return { units, length }
}

/** In an ASCII text, as most are, the bytes are the units, and they are read four times as fast. */
function copy(text: string, units: Uint16Array, to: number): void {
  const { length } = text
  if (length >= ENCODED_FROM) {
    const { read, written } = encoder.encodeInto(text, bytes)
    if (read === length && written === length) {
      for (let at = 0; at < length; at++) units[to + at] = bytes[at]!
      return
    }
  }
  for (let at = 0; at < length; at++) units[to + at] = text.charCodeAt(at)
}
