import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { checkSecret } from './money/check-secret.ts'
import type { Log } from './ports.ts'
import type { Store } from './store-port.ts'

/**
 * Gets an open store ready for a server: seals anew what an earlier secret sealed, and removes tag clouds where they are turned
 * off. One process of a machine does it. Closes the store when it fails.
 * @throws {ConfigError} when the secret opens nothing that is stored.
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
    log.error({ error }, 'The tag clouds stored before could not be removed.')
  }
}
