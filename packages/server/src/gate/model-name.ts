/** Model names come from clients. They are keys of memories and rows of the store, so they are short there. */
const MAX_LENGTH = 128

/**
 * A model's name as it is kept: on one line, without control characters, and at most 128 UTF-16 units, never cut within a
 * character. A copy: the rest of a long name does not stay in memory.
 */
export function modelName(given: string): string {
  const cut = given.length > MAX_LENGTH ? given.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '') : given
  const name = cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?')
  return given.length > MAX_LENGTH ? Buffer.from(name, 'utf8').toString('utf8') : name
}
