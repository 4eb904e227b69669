import type { Command } from 'commander'
import { rotateKey } from '../gate/issue-key.ts'
import { readKeyBills } from '../money/key-bills.ts'
import { keyRow } from '../openapi/key-schemas.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { parseDuration } from './duration.ts'
import { findLiveKey, KEY_ARGUMENT } from './live-key.ts'
import { formatTime } from './output.ts'
import { UsageError } from './usage-error.ts'

const MAX_GRACE_MS = 90 * 24 * 60 * 60_000

/** Adds `keys rotate`. */
export function addKeysRotate(keys: Command, context: CommandContext): void {
  keys
    .command('rotate')
    .description('Replace a key with a new one with the same id, limits and spending. The new key is shown once.')
    .argument('<id-or-preview>', KEY_ARGUMENT)
    .option('--grace <duration>', 'how long the old key continues to work, up to 90d; 0s: not at all', '24h')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys rotate key_5f0c1d2e3a4b5968 --grace 7d')
    .action(async (name: string, options: { grace: string }) => {
      const now = Date.now()
      const previousUntil = now + readGrace(options.grace)
      const { key, row, bills } = await withStore(context, async (store) => {
        const { id } = findLiveKey(await store.keys.listKeys(), name)
        // Read before the rotation: a failure after it would hide the new key.
        const bills = await readKeyBills(store.usage, now, [id])
        const rotated = await rotateKey(store.keys, { idOrPreview: id, previousUntil })
        if (!rotated) throw new Error('the key was revoked meanwhile; create a new one with: pleat-server keys create')
        return { ...rotated, bills }
      })
      const shown = keyRow(row, { now, bills })
      const end = shown.previous_key_until
      context.output.result({ key, ...shown }, () =>
        [
          key,
          '',
          `  Account              ${row.accountName}`,
          `  Id                   ${row.id}`,
          `  The old key          ${end === null ? 'stopped working' : `works until ${formatTime(Date.parse(end))}`}`,
          '',
          'Copy the key now: it is not stored and cannot be shown again.',
        ].join('\n'),
      )
    })
}

function readGrace(text: string): number {
  const duration = parseDuration(text)
  if (duration !== undefined && duration <= MAX_GRACE_MS) return duration
  throw new UsageError(`--grace must be a duration such as 24h or 7d, up to 90d, not "${text}"`)
}
