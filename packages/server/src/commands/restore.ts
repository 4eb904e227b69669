import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { databaseUrlIn, hasGivenSecret, readSecrets, secretPath } from '../config/secrets.ts'
import { sealingSecrets } from '../money/check-secret.ts'
import { examineSealed } from '../money/reseal.ts'
import { type CommandContext, restoreDatabase, withStore } from './command-context.ts'
import { formatCounts } from './output.ts'

/** The error with PostgreSQL, whose own tools restore backups. */
const USE_PG_RESTORE =
  'the database is PostgreSQL (PLEAT_DATABASE_URL): restore it with pg_restore into an empty database; see docs/operations.md'

/** Adds `restore`. */
export function addRestore(program: Command, context: CommandContext): void {
  program
    .command('restore')
    .description('Replace the database with a backup. The server must be stopped.')
    .argument('<file>', 'the backup')
    .option('--force', 'replace existing data, which moves to replaced-<time> in the data directory')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'A copy of the backup is checked before and after its migration to this version. A <file>.secret beside the',
        'backup is restored too, unless PLEAT_SECRET is set.',
        '',
        'Example:',
        '  pleat-server restore /backups/pleat-2026-11-23.db',
      ].join('\n'),
    )
    .action(async (typed: string, options: { force?: boolean }) => {
      const config = readConfig(context.variables)
      if (databaseUrlIn(context.variables) !== undefined) throw new Error(USE_PG_RESTORE)
      const file = resolve(typed)
      const secretFile = secretToRestore(context, config, `${file}.secret`)
      const restored = await restoreDatabase({
        dataDir: config.dataDir,
        file,
        secretFile,
        overwrites: options.force ?? false,
        now: Date.now(),
        onStep: (step) => context.output.note(`${step} ...`),
      })
      const { replaced, ...counts } = restored
      const unreadable = await countUnreadable(context, config)
      const value = {
        directory: resolve(config.dataDir),
        ...counts,
        secret: secretFile === undefined ? 'unchanged' : 'restored',
        unreadable_credentials: unreadable,
        replaced: replaced ?? null,
      }
      context.output.result(value, () =>
        [
          `Restored ${file} into ${value.directory}: ${formatCounts(counts)}.`,
          ...(replaced === undefined ? [] : [`The replaced data is in ${replaced}.`]),
          ...(unreadable === 0
            ? []
            : [
                `${unreadable} provider keys of accounts do not open with the configured secret. Before you start the server,`,
                `set PLEAT_SECRET to the secret of the backup, or copy that secret to ${secretPath(config.dataDir)}.`,
              ]),
        ].join('\n'),
      )
    })
}

/** Path of the secret beside the backup; undefined if it is not needed or already in place. */
function secretToRestore(context: CommandContext, { dataDir }: Config, beside: string): string | undefined {
  if (hasGivenSecret(context.variables) || !existsSync(beside)) return undefined
  const present = secretPath(dataDir)
  const isSame = existsSync(present) && readFileSync(present, 'utf8').trim() === readFileSync(beside, 'utf8').trim()
  return isSame ? undefined : beside
}

async function countUnreadable(context: CommandContext, { dataDir }: Config): Promise<number> {
  return await withStore(context, async (store) => {
    const stored = await store.credentials.list()
    // Without a secret, `readSecrets` would generate one, and the right one could no longer be restored.
    if (stored.length === 0) return 0
    if (!hasGivenSecret(context.variables) && !existsSync(secretPath(dataDir))) return stored.length
    const secrets = sealingSecrets(readSecrets(context.variables, dataDir))
    const keeping = { reseals: false, removesUnreadable: false }
    const { credentials } = await examineSealed(store, secrets, keeping)
    return credentials.unreadable.length
  })
}
