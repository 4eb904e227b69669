import type pg from 'pg'
import { COLUMN_VALUES } from './column-values.ts'

/** Time limit for opening a connection or getting a free one, in milliseconds. */
const CONNECT_MS = 5_000
/** Milliseconds after which the server ends a statement of a request. The client stops waiting one second later. */
const STATEMENT_MS = 10_000
/** Time limit for a migration, in milliseconds. */
const MIGRATION_MS = 60 * 60_000
/** Milliseconds for which the server keeps the locks of a client that disappeared within a transaction. */
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
