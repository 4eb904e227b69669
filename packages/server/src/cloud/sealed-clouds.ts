import { createSeal, SealError, type SealingSecrets } from '../money/seal.ts'
import type { CloudStore } from './cloud-port.ts'

/**
 * Seals clouds before they are stored and opens them when they are found. A cloud that does not open after a change of
 * the secret is treated as absent and is rebuilt.
 */
export function sealClouds(store: CloudStore, secrets: SealingSecrets): CloudStore {
  const seal = createSeal(secrets, 'clouds')
  return {
    async find(accountId, idHash) {
      const sealed = await store.find(accountId, idHash)
      return sealed && (await openOrNothing(seal.open(sealed, [accountId, idHash])))
    },
    save: async (accountId, idHash, cloud) =>
      await store.save(accountId, idHash, await seal.seal(cloud, [accountId, idHash])),
    clear: () => store.clear(),
  }
}

async function openOrNothing(opening: Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}
