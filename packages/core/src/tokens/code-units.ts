/** A text as numbers, kept by its owner and written over: reading a string unit by unit costs several times as much. */
export interface CodeUnits {
  /** What stands behind the text is 0 for as far as anyone looks ahead. */
  readonly units: Uint16Array
  readonly length: number
}

/** So far do readers look beyond the end of the text. */
const LOOK_AHEAD = 4
/** Room that is kept between texts; longer ones get an array of their own. */
const KEPT_UNITS = 2 ** 16

const kept = new Uint16Array(KEPT_UNITS + LOOK_AHEAD)

/** The code units of `text`, until the next text is read. */
export function readCodeUnits(text: string): CodeUnits {
  const { length } = text
  const units = length <= KEPT_UNITS ? kept : new Uint16Array(length + LOOK_AHEAD)
  for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at)
  for (let at = length; at < length + LOOK_AHEAD; at++) units[at] = 0
  return { units, length }
}
