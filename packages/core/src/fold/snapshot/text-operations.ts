/** The operations of an encoded text, in order. The kind is in the lowest bits of the length. */
export const OPERATION = {
  /**
   * A part of a message. The message's index is relative to that of the previous part, and so is the position if both
   * parts are of one message.
   */
  quote: 0,
  /** UTF-16 units that are in no message, usually a separator. */
  literal: 1,
  /** A number that the fold itself has counted. The length is that of its digits. */
  counted: 2,
} as const

export const KINDS = 4

/** Maps signed to unsigned numbers, so that small distances stay small. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
