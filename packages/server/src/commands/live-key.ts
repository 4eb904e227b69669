import type { KeyRow } from '../gate/key-port.ts'

/** The description of the argument that `findLiveKey` reads. */
export const KEY_ARGUMENT = 'id of the key, or its first 12 characters as `keys list` shows them'

/**
 * The live key with this id or preview. Errors do not repeat the typed text: it may be a whole key pasted by mistake.
 * @throws {Error} when no key matches, several match, or the key is revoked.
 */
export function findLiveKey(rows: readonly KeyRow[], typed: string): KeyRow {
  // Tables show dots after a preview, and users paste them.
  const name = typed.replace(/(\.{3}|…)$/, '')
  const named = rows.filter((row) => row.id === name || row.preview === name)
  const [live, other] = named.filter((row) => row.revokedAt === null)
  if (other)
    throw new Error('several keys start with these characters; use the id of the key; see: pleat-server keys list')
  if (live) return live
  throw new Error(
    named.length > 0
      ? 'this key is already revoked'
      : 'no key has this id or these first characters; see: pleat-server keys list',
  )
}
