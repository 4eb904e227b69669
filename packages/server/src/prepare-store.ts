import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { checkSecret } from './money/check-secret.ts'
import type { Log } from './ports.ts'
import type { Store } from './store-port.ts'

/**
 * Prepares an open store for a server: re-encrypts data of an earlier secret, and removes tag clouds if they are disabled.
 * One process of a machine runs it. Closes the store on failure.
 * @throws {ConfigError} when the secret decrypts none of the stored data.
 */
export async function prepareStore(
  store: Store,
  { config, secrets, log }: { config: Pick<Config, 'hasTagClouds'>; secrets: Secrets; log: Log },
): Promise<void> {
  await checkSecret(store, secrets, log).catch(async (error) => {
    await store.close()
    throw error
  })
  if (config.hasTagClouds) return
  try {
    await store.clouds.clear()
  } catch (error) {
    log.error({ error }, 'The stored tag clouds could not be removed.')
  }
}
