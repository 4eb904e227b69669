import type { Command } from 'commander'
import type { KeyRow } from '../gate/key-port.ts'
import type { KeyChanges } from '../key-limits.ts'
import { readKeyBills } from '../money/key-bills.ts'
import { keyRow } from '../openapi/key-schemas.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { addKeyOptions, type KeyOptions, readKeyOptions } from './key-options.ts'
import { describeLimits } from './key-text.ts'
import { findLiveKey, KEY_ARGUMENT } from './live-key.ts'
import { UsageError } from './usage-error.ts'

/** Adds `keys set`, `keys block` and `keys unblock`. */
export function addKeysChange(keys: Command, context: CommandContext): void {
  addKeyOptions(keys.command('set').description('Change the limits of a key. A running server applies them at once.'))
    .argument('<id-or-preview>', KEY_ARGUMENT)
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExample:\n  pleat-server keys set key_5f0c1d2e3a4b5968 --spending-limit-cents 500 --expires 90d',
    )
    .action(async (name: string, options: KeyOptions) => {
      const changes = readKeyOptions(options, Date.now())
      if (Object.keys(changes).length === 0)
        throw new UsageError('no change was given; see: pleat-server keys set --help')
      await change(context, { name, changes, done: 'Changed' })
    })
  keys
    .command('block')
    .description('Refuse a key until it is unblocked.')
    .argument('<id-or-preview>', KEY_ARGUMENT)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys block key_5f0c1d2e3a4b5968')
    .action((name: string) => change(context, { name, changes: { isBlocked: true }, done: 'Blocked' }))
  keys
    .command('unblock')
    .description('Let a blocked key work again.')
    .argument('<id-or-preview>', KEY_ARGUMENT)
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys unblock key_5f0c1d2e3a4b5968')
    .action((name: string) => change(context, { name, changes: { isBlocked: false }, done: 'Unblocked' }))
}

async function change(
  context: CommandContext,
  { name, changes, done }: { name: string; changes: KeyChanges; done: string },
): Promise<void> {
  const now = Date.now()
  const { row, bills } = await withStore(context, async (store) => {
    const { id } = findLiveKey(await store.keys.listKeys(), name)
    const row = await store.keys.changeKey(id, changes)
    if (!row) throw new Error('the key was revoked meanwhile; nothing was changed')
    return { row, bills: await readKeyBills(store.usage, now, [id]) }
  })
  context.output.result(keyRow(row, { now, bills }), () => describe(row, done))
}

function describe(row: KeyRow, done: string): string {
  return [`${done} ${row.id} (${row.preview}...) of ${row.accountName}.`, ...describeLimits(row)].join('\n')
}
