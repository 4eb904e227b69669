import SqliteHandle from 'better-sqlite3'
import { ConfigError } from '../../config/config-error.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { DamagedDatabase } from './connection.ts'
import { DATABASE_FILE } from './database-file.ts'

const RESTORE = 'restore a backup with "pleat-server restore FILE --force", which keeps the damaged file aside'

/** Returns the error for a database that cannot be opened: the file, the problem and the remedy. */
export function explainOpenError(directory: string, cause: unknown): ConfigError {
  if (cause instanceof ConfigError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  const file = `${DATABASE_FILE} in ${directory}`
  const text = isDamage(cause)
    ? `${file} is damaged: ${reason}; ${RESTORE}`
    : `${file} cannot be opened: ${reason}${adviceFor(cause)}`
  return new ConfigError([`PLEAT_DATA_DIR: ${text}`], { cause })
}

/** True when the content of the database is damaged, as opposed to the access to it. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true
  if (error instanceof StoreUnavailable) return isDamage(error.cause)
  return error instanceof SqliteHandle.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

function adviceFor(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^(?:EACCES|EPERM|EROFS|SQLITE_READONLY)/.test(code))
    return '; the user that runs the server must own and write it'
  if (/^(?:ENOSPC|SQLITE_FULL)/.test(code)) return '; free space on that disk'
  return ''
}
