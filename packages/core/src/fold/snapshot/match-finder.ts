/** A position in a text, and the number of UTF-16 units for which another text is equal from there on. */
export interface Match {
  readonly at: number
  readonly length: number
}

/** Least length of a match. Shorter parts are written literally. */
export const LEAST_MATCH = 3
/**
 * Limits of the search for one match: compared positions, since more find little that is longer, and visited positions of a
 * chain.
 */
const MAX_TRIES = 24
const MAX_STEPS = 400
const MAX_BITS = 16

/**
 * Finds the longest part of its text that equals another text from a position on, by chains of positions with the same
 * hash of three units.
 */
export class MatchFinder {
  readonly text: string
  readonly #shift: number
  /** The last position of each hash, and for each position the previous one with the same hash. -1 for none. */
  readonly #last: Int32Array
  readonly #before: Int32Array

  constructor(text: string) {
    this.text = text
    const bits = Math.max(4, Math.min(MAX_BITS, Math.ceil(Math.log2(text.length + 1))))
    this.#shift = 32 - bits
    this.#last = new Int32Array(1 << bits).fill(-1)
    this.#before = new Int32Array(text.length)
    for (let at = 0; at + LEAST_MATCH <= text.length; at++) {
      const hash = this.#hashAt(text, at)
      this.#before[at] = this.#last[hash]!
      this.#last[hash] = at
    }
  }

  /** The longest part of this text that equals `text[from, ...)`. Undefined if none has `LEAST_MATCH` units. */
  longest(text: string, from: number): Match | undefined {
    if (from + LEAST_MATCH > text.length) return undefined
    let best: Match | undefined
    let at = this.#last[this.#hashAt(text, from)]!
    for (let tries = 0, steps = 0; at >= 0 && tries < MAX_TRIES && steps < MAX_STEPS; steps++) {
      const length = this.#sameFrom(at, text, from)
      // Other positions may have the same hash by chance.
      if (length >= LEAST_MATCH) tries++
      if (length >= LEAST_MATCH && length > (best?.length ?? 0)) best = { at, length }
      at = this.#before[at]!
    }
    return best
  }

  #sameFrom(at: number, text: string, from: number): number {
    const most = Math.min(this.text.length - at, text.length - from)
    let length = 0
    while (length < most && this.text.charCodeAt(at + length) === text.charCodeAt(from + length)) length++
    return length
  }

  #hashAt(text: string, at: number): number {
    const units = text.charCodeAt(at) + text.charCodeAt(at + 1) * 0x1_0f + text.charCodeAt(at + 2) * 0x1_23_45
    return Math.imul(units, 0x9e3779b1) >>> this.#shift
  }
}
