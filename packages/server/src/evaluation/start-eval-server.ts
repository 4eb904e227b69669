import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { readSecrets } from '../config/secrets.ts'
import { TELEMETRY_SETTINGS } from '../config/telemetry-settings.ts'
import { SECRET_SETTINGS, SETTINGS } from '../config/variables.ts'
import { issueKey } from '../gate/issue-key.ts'
import { type RunningServer, startServer } from '../server.ts'
import type { EvalTarget } from './ask-model.ts'

export interface EvalServer extends EvalTarget {
  close(): Promise<void>
}

const FOLD_TIMEOUT_MS = 120_000

/** Server variables that an evaluation keeps: addresses, keys, prices, context windows and proxies. */
const KEPT = new Set([
  ...['PLEAT_OPENAI_URL', 'PLEAT_ANTHROPIC_URL', 'PLEAT_UPSTREAMS', 'PLEAT_UPSTREAM_CONNECTIONS', 'PLEAT_PRICES'],
  ...['PLEAT_WINDOWS', 'PLEAT_MAX_BODY_MB', 'PLEAT_MAX_BODIES_MB', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'],
  ...['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'],
])

/** All variables of the server. Those not in `KEPT` could make it share a store, send alerts, or fold differently. */
const SERVER_VARIABLES = new Set(Object.keys({ ...SETTINGS, ...SECRET_SETTINGS, ...TELEMETRY_SETTINGS }))

const isKept = (name: string) => KEPT.has(name) || !SERVER_VARIABLES.has(name)

/** Starts a server with the user's providers and keys and an empty store, which is removed when it closes. */
export async function startEvalServer(variables: Readonly<Record<string, string | undefined>>): Promise<EvalServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-eval-'))
  let server: RunningServer | undefined
  const close = async () => {
    try {
      await server?.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  try {
    const own = {
      ...Object.fromEntries(Object.entries(variables).filter(([name]) => isKept(name))),
      PLEAT_PORT: '0',
      PLEAT_DATA_DIR: dataDir,
      PLEAT_RPM: '1000000',
      // Every fold is free, so that the effect of folding is measured at its strongest.
      PLEAT_CACHE_PRICES: 'none',
      PLEAT_TAG_CLOUD: 'off',
      PLEAT_LOG_LEVEL: 'silent',
    }
    // A slow fold must not be skipped, because no user waits for these answers.
    const overrides = { limits: { foldTimeoutMs: FOLD_TIMEOUT_MS } }
    server = await startServer({ config: readConfig(own), secrets: readSecrets(own, dataDir), overrides })
    const { key } = await issueKey(server.deps.store.keys, { account: 'eval' })
    return { url: server.url, key, close }
  } catch (error) {
    await close()
    throw error
  }
}
