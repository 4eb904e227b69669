import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The channel of notices about changed callers. */
export const CALLERS_CHANGED = 'pleat_callers_changed'

/** Migrations of PostgreSQL alone, where several servers share a database and a commit may have an unknown outcome. */
export const OWN_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0012-postgres-caller-version': { up: createCallerVersion },
  '0013-postgres-usage-batches': { up: createUsageBatches },
}

/**
 * Adds a version number, raised in the transaction that writes keys, changes an account's plan or name, or deletes one.
 * Servers poll it to learn that their cached callers may be outdated. A notice makes them poll at once.
 */
async function createCallerVersion(database: Kysely<unknown>): Promise<void> {
  await sql`create table caller_version (version bigint not null)`.execute(database)
  await sql`insert into caller_version values (1)`.execute(database)
  await sql`
    create function raise_caller_version() returns trigger language plpgsql as $$
    begin
      update caller_version set version = version + 1;
      perform pg_notify('${sql.raw(CALLERS_CHANGED)}', '');
      return null;
    end $$`.execute(database)
  await sql`
    create trigger keys_raise_caller_version after insert or update or delete or truncate on keys
    for each statement execute function raise_caller_version()`.execute(database)
  await sql`
    create trigger accounts_raise_caller_version after update of plan, name or delete or truncate on accounts
    for each statement execute function raise_caller_version()`.execute(database)
}

/** Adds a table of the names of stored usage batches, so that none is added twice. */
async function createUsageBatches(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('usage_batches')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('usage_batches_by_time').on('usage_batches').column('added_at').execute()
}
