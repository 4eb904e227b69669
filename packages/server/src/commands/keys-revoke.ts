import type { Command } from 'commander'
import type { KeyRow } from '../ports.ts'
import { type CommandContext, withStore } from './command-context.ts'

/** Adds `keys revoke`. */
export function addKeysRevoke(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .description('Revoke a key. A running server refuses it from its next request on.')
    .argument('<id-or-preview>', 'its id, or its first 12 characters as `keys list` shows them')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys revoke key_5f0c1d2e3a4b5968')
    .action(async (typed: string) => {
      // Tables show dots after a preview, and people paste what they see.
      const name = typed.replace(/(\.{3}|…)$/, '')
      const row = await withStore(context, async (store) => {
        const row = findLiveKey(await store.keys.listKeys(), name)
        if (!(await store.keys.revokeKey(row.id))) throw new Error('it was revoked meanwhile')
        return row
      })
      context.output.result(
        { id: row.id, account: row.accountName, revoked: true },
        () => `Revoked ${row.id} (${row.preview}...) of ${row.accountName}.`,
      )
    })
}

/** What was typed is not repeated in errors: it may be a whole key, pasted by mistake. */
function findLiveKey(rows: readonly KeyRow[], name: string): KeyRow {
  const named = rows.filter((row) => row.id === name || row.preview === name)
  const [live, other] = named.filter((row) => row.revokedAt === null)
  if (other) throw new Error('several keys start like that; revoke by id (see keys list)')
  if (live) return live
  throw new Error(named.length > 0 ? 'that key is revoked already' : 'there is no such key (see keys list)')
}
