import type { Log } from './ports.ts'

/**
 * Keeps the process running when a promise is rejected and nothing handles it. Node would end the process, and with it the
 * requests of all accounts. The rejection is logged as an error, since it is a fault of this server.
 */
export function surviveRejections(log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (error) => log.error({ error }, 'A promise was rejected, and nothing handled it.'))
}
