import pg from 'pg'
import { StoreUnavailable } from '../../store-unavailable.ts'

/**
 * SQLSTATE codes with a cause outside of the statement: the connection (08), the login (28), disk, memory and
 * connections (53), a stop or start of the server (57P), a statement that took too long (57014), the system (58), a
 * read-only server (25006), an unavailable lock (55P03), a transaction that was cut off (25P03).
 */
const UNAVAILABLE = /^(?:08...|28...|53...|57P0.|57014|58...|25006|25P03|55P03)$/
/**
 * Codes of errors after which the server has rolled back, and the transaction may be repeated: a deadlock, a lost race.
 */
const REPEATABLE = /^(?:40001|40P01)$/
const READ_ONLY = '25006'

/** Converts an error to one of this server: {@link StoreUnavailable} if the database failed, and not the query. */
export function translateError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error
  return new StoreUnavailable(`the database is not available: ${messageOf(error)}`, { cause: error })
}

/** True if the connection can no longer be used, or leads to a read-only server. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !(error instanceof RangeError)
  return error.severity === 'FATAL' || error.severity === 'PANIC' || error.code === READ_ONLY
}

/** True if nothing was changed and a repetition may succeed. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REPEATABLE.test(error.code ?? '')
}

/** Errors that the server did not report come from the connection, except those of values and of our own code. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '')
  return error instanceof Error && !(error instanceof RangeError) && !(error instanceof TypeError)
}

/** An error about several addresses has no message; the errors that it contains do. */
function messageOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly Error[] }
  return message || errors?.[0]?.message || code || 'unknown error'
}
