/** Model names come from clients. They are keys of memories and rows of the store, so they are short there. */
const MAX_LENGTH = 128

/** A model's name as it is kept: on one line, without control characters, and at most 128 characters. */
export function modelName(given: string): string {
  return given.slice(0, MAX_LENGTH).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?')
}
