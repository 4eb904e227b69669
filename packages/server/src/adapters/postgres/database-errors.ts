import pg from 'pg'
import { StoreUnavailable } from '../../store-unavailable.ts'

/**
 * SQLSTATE of what lies outside of the statement: the connection (08), the login (28), disk, memory and connections (53),
 * a stop or start of the server (57P), a statement that took too long (57014), the system (58), a read-only server
 * (25006), a lock that was not got (55P03), a transaction that was cut off (25P03).
 */
const UNAVAILABLE = /^(?:08...|28...|53...|57P0.|57014|58...|25006|25P03|55P03)$/
/** Of errors after which the server has rolled back what may simply be done again: a deadlock, a lost race. */
const REPEATABLE = /^(?:40001|40P01)$/
const READ_ONLY = '25006'

/** The error as the rest of the server knows it: {@link StoreUnavailable} where the database and not the query failed. */
export function translateError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error
  return new StoreUnavailable(`the database is not available: ${messageOf(error)}`, { cause: error })
}

/** True where the connection can no longer be used, or leads to a server that cannot be written. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !(error instanceof RangeError)
  return error.severity === 'FATAL' || error.severity === 'PANIC' || error.code === READ_ONLY
}

/** True where nothing was changed, and doing the same again may succeed. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REPEATABLE.test(error.code ?? '')
}

/** Errors that are not the server's come from the connection, save a number that cannot be read exactly. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '')
  return error instanceof Error && !(error instanceof RangeError) && !(error instanceof TypeError)
}

/** An error of several addresses has no message of its own. */
function messageOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly Error[] }
  return message || errors?.[0]?.message || code || 'unknown error'
}
