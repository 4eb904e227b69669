import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { databaseUrlIn, hasGivenSecret, secretPath } from '../config/secrets.ts'
import { toCents } from './cents.ts'
import { type CommandContext, moveFromSqlite } from './command-context.ts'
import { formatTable } from './output.ts'
import { createProgress } from './progress.ts'
import { WrongUse } from './wrong-use.ts'

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
    .addOption(new Option('--from <store>', 'the store that is copied').choices(['sqlite']).makeOptionMandatory())
    .addOption(new Option('--to <store>', 'the store that takes it').choices(['postgres']).makeOptionMandatory())
    .option('--data-dir <path>', 'the data directory of the source (default: PLEAT_DATA_DIR)')
    .option('--database-url <url>', 'the target (default: PLEAT_DATABASE_URL)')
    .option(
      '--database-url-file <path>',
      'a file with the URL of the target, which then stands in no list of processes',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'Copies in one transaction. Before it commits, it compares the rows of every table and the sums of every',
        'ledger. The source is not changed.',
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
          `Copied ${resolve(dataDir)} to ${target}. Rows and sums are equal, and every ledger balances.`,
          `Budgets: ${sums.budget_cents} cents. Owed: ${sums.owed_cents} cents.`,
          'Start every server with PLEAT_DATABASE_URL set to the target, and with the same PLEAT_SECRET.',
          ...(hasGivenSecret(context.variables)
            ? []
            : [`PLEAT_SECRET is so far the content of ${secretPath(dataDir)}.`]),
        ].join('\n'),
      )
    })
}

function urlOf(context: CommandContext, { databaseUrl, databaseUrlFile }: Options): string {
  if (databaseUrl !== undefined && databaseUrlFile !== undefined) {
    throw new WrongUse('--database-url and --database-url-file exclude each other')
  }
  const fromFile = databaseUrlFile === undefined ? undefined : readFileSync(databaseUrlFile, 'utf8').trim()
  const url = databaseUrl ?? fromFile ?? databaseUrlIn(context.variables)
  if (url) return url
  throw new WrongUse('name the target with --database-url, --database-url-file or PLEAT_DATABASE_URL')
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
