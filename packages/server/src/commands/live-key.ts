import type { KeyRow } from '../gate/key-port.ts'

/**
 * The live key with this id or preview. What was typed is not repeated in errors: it may be a whole key, pasted by
 * mistake.
 */
export function findLiveKey(rows: readonly KeyRow[], typed: string): KeyRow {
  // Tables show dots after a preview, and people paste what they see.
  const name = typed.replace(/(\.{3}|…)$/, '')
  const named = rows.filter((row) => row.id === name || row.preview === name)
  const [live, other] = named.filter((row) => row.revokedAt === null)
  if (other) throw new Error('several keys start like that; name it by its id (see keys list)')
  if (live) return live
  throw new Error(
    named.length > 0 ? 'this key is already revoked' : 'no key has this id or these first characters (see keys list)',
  )
}
