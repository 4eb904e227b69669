import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/adapters/open-store.ts'
import { TestPostgres } from '../../src/adapters/postgres/postgres-server.fixture.ts'
import type { Store } from '../../src/store-port.ts'

export const STORE_NAMES = ['sqlite', 'postgres'] as const
export type StoreName = (typeof STORE_NAMES)[number]

/** The store of the killed servers. */
export interface KillPlace {
  /** Environment variables of a server that uses this store. */
  readonly variables: Readonly<Record<string, string>>
  /** The same store in this process. */
  openStore(): Promise<Store>
  remove(): Promise<void>
}

export async function makeKillPlace(name: StoreName): Promise<KillPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-killed-'))
  const postgres = name === 'postgres' ? await TestPostgres.start() : undefined
  const databaseUrl = await postgres?.createDatabase()
  const log = { info: () => {}, warn: () => {} }
  const options = { dataDir, databaseUrl, log, requestsPerMinute: 1, databaseConnections: 3, databaseGraceMs: 0 }
  return {
    variables: { PLEAT_DATA_DIR: dataDir, ...(databaseUrl !== undefined && { PLEAT_DATABASE_URL: databaseUrl }) },
    openStore: () => openStore(options),
    async remove() {
      await postgres?.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
