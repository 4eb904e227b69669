import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { databaseUrlIn, hasGivenSecret, secretPath } from '../config/secrets.ts'
import { toCents } from './cents.ts'
import { type CommandContext, moveFromSqlite } from './command-context.ts'
import { formatTable } from './output.ts'
import { createProgress } from './progress.ts'
import { readTextFile } from './read-text-file.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly dataDir?: string
  readonly databaseUrl?: string
  readonly databaseUrlFile?: string
}

/** Adds `migrate`. */
export function addMigrate(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('Copy everything from SQLite into an empty PostgreSQL database. The server must be stopped.')
    .addOption(new Option('--from <store>', 'the source').choices(['sqlite']).makeOptionMandatory())
    .addOption(new Option('--to <store>', 'the target').choices(['postgres']).makeOptionMandatory())
    .option('--data-dir <path>', 'the data directory of the source (default: PLEAT_DATA_DIR)')
    .option('--database-url <url>', 'the target (default: PLEAT_DATABASE_URL)')
    .option(
      '--database-url-file <path>',
      'a file with the URL of the target, so that the list of processes does not show it',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'Copies in one transaction. Before it commits, it compares the number of rows of every table and the sums of',
        'every ledger. The source keeps its data and gets the tables of this version.',
        '',
        'Example:',
        '  pleat-server migrate --from sqlite --to postgres --database-url-file /run/secrets/database-url',
      ].join('\n'),
    )
    .action(async (options: Options) => {
      const url = urlOf(context, options)
      const { dataDir } = readConfig({
        ...context.variables,
        PLEAT_DATABASE_URL: url,
        ...(options.dataDir !== undefined && { PLEAT_DATA_DIR: options.dataDir }),
      })
      const progress = createProgress(context.output, 'Copied')
      const { rows, ledger } = await moveFromSqlite({
        dataDir,
        url,
        onStep: (step) => context.output.note(`${step} ...`),
        onProgress: progress.report,
      })
      const sums = { budget_cents: toCents(ledger.budgetMicroCents), owed_cents: toCents(ledger.owedMicroCents) }
      const target = withoutPassword(url)
      context.output.result({ from: resolve(dataDir), to: target, rows, ledger: sums, verified: true }, () =>
        [
          formatTable(['TABLE', 'ROWS'], Object.entries(rows)),
          '',
          `Copied ${resolve(dataDir)} to ${target}. Row counts and sums are equal, and every ledger balances.`,
          `Budgets: ${sums.budget_cents} cents. Owed: ${sums.owed_cents} cents.`,
          'Start every server with PLEAT_DATABASE_URL set to the target, and with the same PLEAT_SECRET.',
          ...(hasGivenSecret(context.variables)
            ? []
            : [`The current secret is in ${secretPath(dataDir)}. Set PLEAT_SECRET to its content.`]),
        ].join('\n'),
      )
    })
}

function urlOf(context: CommandContext, { databaseUrl, databaseUrlFile }: Options): string {
  if (databaseUrl !== undefined && databaseUrlFile !== undefined) {
    throw new UsageError('--database-url and --database-url-file are both set; keep one of them')
  }
  const fromFile = databaseUrlFile === undefined ? undefined : readTextFile(databaseUrlFile).trim()
  const url = databaseUrl ?? fromFile ?? databaseUrlIn(context.variables)
  if (url) return url
  throw new UsageError('name the target with --database-url, --database-url-file or PLEAT_DATABASE_URL')
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
