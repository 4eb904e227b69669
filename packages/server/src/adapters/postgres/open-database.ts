import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrateToLatest } from '../sql/migrations.ts'
import type { Schema } from '../sql/schema.ts'
import { longSettings } from './connection-settings.ts'
import { UnusableDatabase } from './explain-open-error.ts'
import { OWN_MIGRATIONS } from './own-migrations.ts'
import { SchemaCompiler } from './schema-compiler.ts'
import { StorePool } from './store-pool.ts'

/** PostgreSQL 13, the oldest version that was maintained when this was written. */
const OLDEST = 130_000

/** Compiles migrations to PostgreSQL's dialect too. */
export class Dialect extends PostgresDialect {
  override createQueryCompiler(): SchemaCompiler {
    return new SchemaCompiler()
  }
}

/** Opens a database over one connection, on which a statement may take an hour. */
export function openForLongWork(url: string): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new Dialect({ pool: new StorePool(new pg.Pool(longSettings(url))) }) })
}

/**
 * Creates the tables, or migrates them to this version. Servers that start at once wait for each other at an advisory
 * lock, and one of them does the work.
 * @throws {UnusableDatabase} when the server is too old, read-only, or of another encoding.
 */
export async function prepareDatabase(url: string): Promise<void> {
  const database = openForLongWork(url)
  try {
    await assertUsable(database)
    await migrateToLatest(database, OWN_MIGRATIONS)
  } finally {
    await database.destroy()
  }
}

async function assertUsable(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; read_only: string }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as read_only`.execute(database)
  const { version, encoding, read_only } = rows[0]!
  if (Number(version) < OLDEST) throw new UnusableDatabase('PostgreSQL 13 or newer is needed')
  if (encoding !== 'UTF8') {
    throw new UnusableDatabase(
      `its encoding is ${encoding}; create one with: createdb --encoding UTF8 --template template0`,
    )
  }
  if (read_only === 'on') throw Object.assign(new UnusableDatabase('it is read-only'), { code: '25006' })
}
