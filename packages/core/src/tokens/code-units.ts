/** A text as numbers, kept by its owner and written over: reading a string unit by unit costs several times as much. */
export interface CodeUnits {
  /** The text, followed by zeros for the longest look-ahead. */
  readonly units: Uint16Array
  readonly length: number
}

/** Of every runtime's library, though not of the language. */
declare const TextEncoder: new () => {
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number }
}

/** So far do readers look beyond the end of the text. */
const LOOK_AHEAD = 4
/** Room that is kept between texts; longer ones get an array of their own. */
const KEPT_UNITS = 2 ** 16
/** A shorter text is read unit by unit sooner than the encoder has begun. */
const ENCODED_FROM = 48

const kept = new Uint16Array(KEPT_UNITS + LOOK_AHEAD)
const bytes = new Uint8Array(KEPT_UNITS)
const encoder = new TextEncoder()

/** The code units of `text`, until the next text is read. */
export function readCodeUnits(text: string): CodeUnits {
  const { length } = text
  const units = length <= KEPT_UNITS ? kept : new Uint16Array(length + LOOK_AHEAD)
  if (length <= KEPT_UNITS) copy(text, units, 0)
  else for (let at = 0; at < length; at += KEPT_UNITS) copy(text.slice(at, at + KEPT_UNITS), units, at)
  for (let at = length; at < length + LOOK_AHEAD; at++) units[at] = 0
  return { units, length }
}

/** Of a text of ASCII, as most are, the bytes are the units, and they come four times as fast. */
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
