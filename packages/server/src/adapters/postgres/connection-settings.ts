import type pg from 'pg'
import { COLUMN_VALUES } from './column-values.ts'

/** How long it may take to open a connection or to get a free one, in milliseconds. */
export const CONNECT_MS = 5_000
/** How long one statement of a request may take before the server ends it. The client stops waiting one second later. */
export const STATEMENT_MS = 10_000
/** How long a migration may take. */
const MIGRATION_MS = 60 * 60_000
/** How long the server keeps the locks of a client that disappeared within a transaction. */
const IDLE_IN_TRANSACTION_MS = 30_000

/** Settings of the connections that serve requests, at most `connections` of them. */
export function poolSettings(url: string, connections: number): pg.PoolConfig {
  return {
    ...settings(url, STATEMENT_MS),
    max: connections,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }
}

/** Settings of the single connection of a migration or a copy, which may take long. */
export function longSettings(url: string): pg.PoolConfig {
  return { ...settings(url, MIGRATION_MS), max: 1 }
}

/** Settings of a connection for one short query at a time. */
export function watchSettings(url: string, answerMs: number): pg.ClientConfig {
  return { ...settings(url, answerMs), connectionTimeoutMillis: answerMs }
}

function settings(url: string, statementMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'pleat',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    // A server that does not respond does not end its statements either.
    query_timeout: statementMs + 1_000,
    keepAlive: true,
    types: COLUMN_VALUES,
  }
}
