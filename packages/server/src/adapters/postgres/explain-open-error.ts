import { ConfigError } from '../../config/config-error.ts'

const VARIABLE = 'PLEAT_DATABASE_URL'

/** The database was found but cannot be used. The message says why. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}

interface ConnectionError {
  readonly code?: string
  readonly message?: string
  readonly cause?: unknown
  readonly errors?: readonly ConnectionError[]
}

/** Returns the error for a database that cannot be opened: server, problem and remedy, without a password. */
export function explainOpenError(url: string, cause: unknown): ConfigError {
  if (cause instanceof ConfigError) return cause
  const { host, database, user } = placeOf(url)
  const error = rootOf(cause as ConnectionError)
  const message = error.message ?? String(cause)
  const text = explain(error.code ?? '', { host, database, user, message })
  return new ConfigError([`${VARIABLE}: ${text}`], { cause })
}

function explain(code: string, at: Place & { message: string }): string {
  const { host, database, message } = at
  const user = at.user === undefined ? 'the user of the process' : `user ${at.user}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host of ${host} was not found; check the name`
  if (code === 'ECONNREFUSED') return `${host} refuses connections; check the port, and whether PostgreSQL runs there`
  if (/^(?:ENOENT|EACCES)$/.test(code)) return `the socket of ${host} cannot be opened: ${message}`
  if (/timeout|terminated unexpectedly|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(`${code} ${message}`)) {
    return `${host} did not answer as a PostgreSQL server; check the address, the network and the firewall`
  }
  if (code === '28P01') return `the password of ${user} is wrong for ${host}`
  if (code.startsWith('28')) return `${host} refuses ${user}: ${message}`
  if (code === '3D000') return `${host} has no database "${database}"; create it with: createdb ${database}`
  if (code === '42501') {
    const owner = at.user === undefined ? 'USER' : `"${at.user}"`
    const remedy = `make it the owner: alter database "${database}" owner to ${owner}`
    return `${user} may not create tables in database "${database}"; ${remedy}`
  }
  if (code === '25006') return `${host} is read-only: a standby, or read-only by its settings; name the primary server`
  if (code === '57P03' || code === '53300') return `${host} takes no connections at the moment: ${message}; try again`
  if (/SSL|certificate|self.signed/i.test(message)) {
    return `no encrypted connection to ${host}: ${message}; see sslmode and sslrootcert in docs/operations.md`
  }
  return `database "${database}" at ${host} cannot be opened: ${message}`
}

/** Errors of the driver are the cause of ours, and an error about several addresses contains one for each. */
function rootOf(error: ConnectionError): ConnectionError {
  if (error.cause !== undefined && error.cause !== error) return rootOf(error.cause as ConnectionError)
  const [first] = error.errors ?? []
  return first ? rootOf(first) : error
}

interface Place {
  readonly host: string
  readonly database: string
  /** Undefined if the URL names none. The driver then uses PGUSER or the user of the process. */
  readonly user: string | undefined
}

function placeOf(url: string): Place {
  const { hostname, port, pathname, username, searchParams } = new URL(url)
  const host = hostname || searchParams.get('host') || 'localhost'
  const user = decodeURIComponent(username) || searchParams.get('user') || undefined
  const database = decodeURIComponent(pathname.slice(1))
  return { host: `${host}:${port || '5432'}`, database, user }
}
