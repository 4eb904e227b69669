import type { Command } from 'commander'
import { rotateKey } from '../gate/issue-key.ts'
import { readKeyBills } from '../money/key-bills.ts'
import { keyRow } from '../openapi/key-schemas.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { parseDuration } from './duration.ts'
import { findLiveKey } from './live-key.ts'
import { formatTime } from './output.ts'
import { WrongUse } from './wrong-use.ts'

const MOST_GRACE_MS = 90 * 24 * 60 * 60_000

/** Adds `keys rotate`. */
export function addKeysRotate(keys: Command, context: CommandContext): void {
  keys
    .command('rotate')
    .description('Replace a key by a new one with the same id, limits and spending. The new one is shown once.')
    .argument('<id-or-preview>', 'its id, or its first 12 characters as `keys list` shows them')
    .option('--grace <duration>', 'how long the key before goes on working, up to 90d; 0s: not at all', '24h')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys rotate key_5f0c1d2e3a4b5968 --grace 7d')
    .action(async (name: string, options: { grace: string }) => {
      const now = Date.now()
      const previousUntil = now + readGrace(options.grace)
      const { key, row, bills } = await withStore(context, async (store) => {
        const { id } = findLiveKey(await store.keys.listKeys(), name)
        const rotated = await rotateKey(store.keys, { idOrPreview: id, previousUntil })
        if (!rotated) throw new Error('another process has just revoked this key')
        return { ...rotated, bills: await readKeyBills(store.usage, now, id) }
      })
      context.output.result({ key, ...keyRow(row, { now, bills }) }, () =>
        [
          key,
          '',
          `  Account              ${row.accountName}`,
          `  Id                   ${row.id}`,
          `  The key before       works until ${formatTime(previousUntil)}`,
          '',
          'Copy the key now: it is not stored and cannot be shown again.',
        ].join('\n'),
      )
    })
}

function readGrace(text: string): number {
  const duration = parseDuration(text)
  if (duration !== undefined && duration <= MOST_GRACE_MS) return duration
  throw new WrongUse(`--grace must be a duration like 24h or 7d, up to 90d, not "${text}"`)
}
