import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { readSecrets } from '../config/secrets.ts'
import { issueKey } from '../gate/issue-key.ts'
import { startServer } from '../server.ts'
import type { EvalTarget } from './ask-model.ts'

export interface EvalServer extends EvalTarget {
  close(): Promise<void>
}

/** The server's own variables that say where requests go and what they cost. */
const KEPT = new Set([
  'PLEAT_OPENAI_URL',
  'PLEAT_ANTHROPIC_URL',
  'PLEAT_UPSTREAMS',
  'PLEAT_UPSTREAM_CONNECTIONS',
  'PLEAT_PRICES',
  'PLEAT_MAX_BODY_MB',
  'PLEAT_MAX_BODIES_MB',
])

/** Whatever else would make it share a store, send telemetry or alerts, or fold otherwise. */
const LEFT_OUT = /^(?:PLEAT|OTEL|DATABASE|REDIS|VALKEY|PG)_?/

/** A server of its own with the user's providers and keys, and an empty store that is removed when it closes. */
export async function startEvalServer(variables: Readonly<Record<string, string | undefined>>): Promise<EvalServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-eval-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  try {
    const own = {
      ...Object.fromEntries(Object.entries(variables).filter(([name]) => KEPT.has(name) || !LEFT_OUT.test(name))),
      PLEAT_PORT: '0',
      PLEAT_DATA_DIR: dataDir,
      PLEAT_RPM: '1000000',
      PLEAT_TAG_CLOUD: 'off',
      PLEAT_LOG_LEVEL: 'silent',
    }
    const server = await startServer({ config: readConfig(own), secrets: readSecrets(own, dataDir) })
    const { key } = await issueKey(server.deps.store.keys, { account: 'eval' })
    const close = () => server.close().finally(removeData)
    return { url: server.url, key, close }
  } catch (error) {
    await removeData()
    throw error
  }
}
