import type { Command } from 'commander'
import { type CommandContext, withStore } from './command-context.ts'
import { findLiveKey, KEY_ARGUMENT } from './live-key.ts'

/** Adds `keys revoke`. */
export function addKeysRevoke(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .description('Revoke a key. A running server refuses it from its next request on.')
    .argument('<id-or-preview>', KEY_ARGUMENT)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys revoke key_5f0c1d2e3a4b5968')
    .action(async (typed: string) => {
      const row = await withStore(context, async (store) => {
        const row = findLiveKey(await store.keys.listKeys(), typed)
        if (!(await store.keys.revokeKey(row.id))) throw new Error('another process revoked the key at the same time')
        return row
      })
      context.output.result(
        { id: row.id, account: row.accountName, revoked: true },
        () => `Revoked ${row.id} (${row.preview}...) of ${row.accountName}.`,
      )
    })
}
