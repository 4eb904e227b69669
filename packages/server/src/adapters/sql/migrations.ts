import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { addAlertIsSent } from './alert-is-sent-column.ts'
import { createAlerts } from './alerts-table.ts'
import { addCacheDecisions } from './cache-decisions-column.ts'
import { createDeletedAccounts } from './deleted-accounts-table.ts'
import { createFirstTables } from './first-tables.ts'
import { addFoldMoved } from './fold-moved-column.ts'
import { addRepeats, createHoldoutTables } from './holdout-tables.ts'
import { addKeyLimits } from './key-limits-columns.ts'
import { addKeyMode } from './key-mode-column.ts'
import { indexLedgerByGrant } from './ledger-by-grant.ts'
import { addLedgerLength } from './ledger-length-column.ts'
import { createLedgerTables } from './ledger-tables.ts'
import { createProviderObjects } from './provider-objects-table.ts'
import { addRefusedTips } from './refused-tips-column.ts'
import { removeUnsealedClouds } from './sealed-clouds-migration.ts'
import { createSessionClouds } from './session-clouds-table.ts'
import { createSessionTurns } from './session-turns-table.ts'
import { addSessionVersion } from './session-version-column.ts'
import { indexUsageByAccount } from './usage-by-account.ts'
import { addUsageMoney } from './usage-money-columns.ts'

/** All changes of the tables, in order. A released one is never edited. The next change is a new entry. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-ledger': { up: createLedgerTables },
  '0003-cache-decisions': { up: addCacheDecisions },
  '0004-session-clouds': { up: createSessionClouds },
  '0005-usage-by-account': { up: indexUsageByAccount },
  '0006-refused-tips': { up: addRefusedTips },
  '0007-sealed-clouds': { up: removeUnsealedClouds },
  '0008-provider-objects': { up: createProviderObjects },
  '0009-key-limits': { up: addKeyLimits },
  '0010-holdout': { up: createHoldoutTables },
  '0011-session-turns': { up: createSessionTurns },
  '0012-ledger-length': { up: addLedgerLength },
  '0013-deleted-accounts': { up: createDeletedAccounts },
  '0014-session-version': { up: addSessionVersion },
  '0015-alerts': { up: createAlerts },
  '0016-key-mode-and-repeats': { up: addKeyModeAndRepeats },
  '0017-usage-money': { up: addUsageMoney },
  '0018-fold-moved': { up: addFoldMoved },
  '0019-alert-is-sent': { up: addAlertIsSent },
  '0020-ledger-by-grant': { up: indexLedgerByGrant },
}

async function addKeyModeAndRepeats(database: Kysely<unknown>): Promise<void> {
  await addKeyMode(database)
  await addRepeats(database)
}

/**
 * Migrates the tables to this version and returns true if any migration was needed. The caller ensures that only one
 * process does this at a time.
 * @param own migrations of one kind of database alone, by name.
 * @throws when a migration fails, or when a newer version made the tables.
 */
export async function migrateToLatest<Tables>(
  database: Kysely<Tables>,
  own: Readonly<Record<string, Migration>> = {},
): Promise<boolean> {
  const migrations = { ...MIGRATIONS, ...own }
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // PostgreSQL's own migrations sort between the common ones, so a database may have run a later name before an
    // earlier one.
    allowUnorderedMigrations: true,
  })
  const unknown = await unknownMigration(database, migrations)
  if (unknown) {
    const store = `the store was made by a newer version of this server (it has "${unknown}")`
    throw new Error(`${store}; start that version, or restore a backup from before the upgrade`)
  }
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.length > 0
}

async function unknownMigration<Tables>(
  database: Kysely<Tables>,
  known: Readonly<Record<string, Migration>>,
): Promise<string | undefined> {
  const untyped = database as unknown as Kysely<{ kysely_migration: { name: string } }>
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return undefined
  const executed = await untyped.selectFrom('kysely_migration').select('name').execute()
  return executed.find(({ name }) => !Object.hasOwn(known, name))?.name
}
