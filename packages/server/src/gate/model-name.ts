/** UTF-16 units. Model names come from clients and become keys of caches and rows of the store. */
const MAX_LENGTH = 128

/**
 * A model's name as it is stored: on one line, without control characters, at most 128 UTF-16 units, never cut within a
 * character. A long name is copied, so that the rest of it does not stay in memory.
 */
export function modelName(given: string): string {
  const cut = given.length > MAX_LENGTH ? given.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '') : given
  const name = cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?')
  return given.length > MAX_LENGTH ? Buffer.from(name, 'utf8').toString('utf8') : name
}
