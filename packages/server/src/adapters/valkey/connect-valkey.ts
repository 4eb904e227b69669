import { Redis, type RedisOptions } from 'iovalkey'

const CONNECT_TIMEOUT_MS = 2000
/** A connection on which a call has had no response for this long is closed. */
const SILENT_MS = 3000
const MAX_RETRY_MS = 1000

/**
 * Opens a connection to Valkey or Redis that reconnects by itself. No call waits for it: while it is down, every call
 * rejects at once.
 * @param url `redis://`, or `rediss://` with TLS. It may contain a user, a password and the number of a database.
 * @param name of the connection, for the server's list of clients
 */
export function connectValkey(url: string, name: string, options: Pick<RedisOptions, 'scripts'> = {}): Redis {
  const client = new Redis(url, {
    ...options,
    connectionName: name,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENT_MS,
    // The caller continues without a response, and a command that is sent twice would be counted twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), MAX_RETRY_MS),
    // A primary that became a replica keeps its connections. Redis 6.2 wraps the error of a script: "ERR Error running
    // script (call to f_0f3a): @user_script:7: -READONLY You can't write against a read only replica."
    reconnectOnError: ({ message }) => /\bREADONLY\b/.test(message),
  })
  // The failed calls report the problem.
  client.on('error', () => {})
  return client
}
