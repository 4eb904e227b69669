/** What a text in a snapshot is made of, one behind the other: the kind stands in the lowest bits of the length. */
export const OPERATION = {
  /** A part of a message: its index and the place in its text, each relative to where the part before ended. */
  quote: 0,
  /** UTF-16 units that stand in no message, hardly more than a joint. */
  literal: 1,
  /** A number that the fold itself has counted; its length is that of its digits. */
  counted: 2,
} as const

export const KINDS = 4

/** Signed as unsigned: small distances stay small numbers. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
