import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { restrictToOwner } from '../config/file-modes.ts'
import { databaseUrlIn, hasGivenSecret, secretPath } from '../config/secrets.ts'
import { backUpDatabase, type CommandContext } from './command-context.ts'
import { formatBytes, formatCounts } from './output.ts'
import { createProgress } from './progress.ts'

interface Options {
  readonly withSecret?: boolean
  readonly force?: boolean
}

/** The place of the secret that opens the credentials in the backup. */
type SecretPlace = 'environment' | 'data directory' | 'backup' | 'none'

/** The error with PostgreSQL, whose own tools make better backups. */
const USE_PG_DUMP =
  'the database is PostgreSQL (PLEAT_DATABASE_URL): back it up with pg_dump --format=custom --file=FILE "$PLEAT_DATABASE_URL"; see docs/operations.md'

/** Adds `backup`. */
export function addBackup(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .description('Write the database to a file, while servers run. The copy is one consistent snapshot.')
    .argument('<file>', 'path of the backup')
    .option('--with-secret', 'also write the secret of the data directory, to <file>.secret')
    .option('--force', 'replace an existing file')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'With PLEAT_DATABASE_URL, use pg_dump: see docs/operations.md.',
        "Accounts' provider keys in the backup open only with the server's secret: PLEAT_SECRET, or the file",
        '"secret" in the data directory. Keep the secret in another place than the backup.',
        '',
        'Example:',
        '  pleat-server backup /backups/pleat-2026-11-23.db',
      ].join('\n'),
    )
    .action(async (typed: string, options: Options) => {
      const { dataDir } = readConfig(context.variables)
      if (databaseUrlIn(context.variables) !== undefined) throw new Error(USE_PG_DUMP)
      const file = resolve(typed)
      const secretFile = `${file}.secret`
      const place = placeOfSecret(context, dataDir, options)
      if (place === 'backup' && !options.force && existsSync(secretFile)) {
        throw new Error(`${secretFile} already exists; choose another name, or replace it with --force`)
      }
      const progress = createProgress(context.output, 'Copied')
      const backup = await backUpDatabase({
        dataDir,
        file,
        overwrites: options.force ?? false,
        onProgress: progress.report,
      })
      if (place === 'backup') copySecret(secretPath(dataDir), secretFile)
      const { bytes, ...counts } = backup
      context.output.result({ file, bytes, ...counts, secret: place }, () =>
        [`Wrote ${file} (${formatBytes(bytes)}): ${formatCounts(counts)}.`, ...adviceOn(place, dataDir, file)].join(
          '\n',
        ),
      )
    })
}

function placeOfSecret(context: CommandContext, dataDir: string, { withSecret }: Options): SecretPlace {
  if (hasGivenSecret(context.variables)) return 'environment'
  if (!existsSync(secretPath(dataDir))) return 'none'
  return withSecret ? 'backup' : 'data directory'
}

function adviceOn(place: SecretPlace, dataDir: string, file: string): string[] {
  const opens = 'opens the provider keys of accounts in it'
  if (place === 'environment') return [`PLEAT_SECRET ${opens}: keep it with your other secrets.`]
  if (place === 'backup') return [`${file}.secret ${opens}: keep it apart from the backup.`]
  if (place === 'none') return []
  return [`The backup does not contain ${secretPath(dataDir)}, which ${opens}. Keep a copy, or use --with-secret.`]
}

function copySecret(from: string, to: string): void {
  const partial = `${to}.${process.pid}.partial`
  copyFileSync(from, partial)
  restrictToOwner(partial)
  renameSync(partial, to)
}
