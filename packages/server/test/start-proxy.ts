import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/adapters/log.ts'
import { MemoryRateLimiter } from '../src/adapters/memory-rate-limiter.ts'
import { readConfig } from '../src/config/config.ts'
import type { Secrets } from '../src/config/secrets.ts'
import { readUpstreamKeys } from '../src/config/upstreams.ts'
import type { DepsOverrides } from '../src/deps.ts'
import { hashKey } from '../src/gate/key-format.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'

export const KEY = 'pleat_test-key'
export const OPENAI_KEY = 'sk-of-the-server'
export const ANTHROPIC_KEY = 'sk-ant-of-the-server'

/** A complete server with a scripted provider and its own store. */
export interface TestProxy {
  readonly url: string
  readonly port: number
  readonly server: RunningServer
  readonly upstream: ScriptedUpstream
  /** Every line of the log so far. */
  readonly logLines: readonly string[]
  createKey(key: string, options?: { account?: string; requestsPerMinute?: number }): Promise<void>
  close(): Promise<void>
}

export interface ProxyOptions {
  readonly overrides?: DepsOverrides
  readonly variables?: Readonly<Record<string, string>>
  /** Secrets besides the provider keys. */
  readonly secrets?: Pick<Secrets, 'adminToken' | 'alertWebhook' | 'metricsToken'>
  /** Without the server's own keys at the providers. */
  readonly hasNoProviderKeys?: boolean
}

/** Starts the server and its provider; `KEY` is a key of the account "test". */
export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-server-test-'))
  const upstream = await startScriptedUpstream()
  const logLines: string[] = []
  const startedAt = Date.now()
  const config = readConfig({
    PLEAT_PORT: '0',
    PLEAT_DATA_DIR: dataDir,
    PLEAT_OPENAI_URL: `${upstream.url}/v1`,
    PLEAT_ANTHROPIC_URL: upstream.url,
    // Conversations in tests are short. With a provider's cache prices, they would not be folded.
    PLEAT_CACHE_PRICES: 'none',
    ...options.variables,
  })
  const variables = options.variables ?? {}
  const providerKeys = {
    ...(options.hasNoProviderKeys ? {} : { openai: OPENAI_KEY, anthropic: ANTHROPIC_KEY }),
    ...Object.fromEntries(readUpstreamKeys(variables.PLEAT_UPSTREAMS, variables).found),
  }
  const server = await startServer({
    config,
    secrets: { providerKeys, sealingSecret: 'a secret of the test', ...options.secrets },
    overrides: {
      log: createLog('trace', { write: (line) => void logLines.push(line) }),
      // A rate limit window must not end between two requests of a test.
      rateLimiter: new MemoryRateLimiter(options.overrides?.clock ?? { now: () => startedAt }),
      ...options.overrides,
    },
  })
  async function createKey(key: string, { account = 'test', requestsPerMinute = 1_000_000 } = {}): Promise<void> {
    const row = { hash: hashKey(key), preview: key.slice(0, 12), requestsPerMinute }
    await server.deps.store.keys.createKey({ name: account }, row)
  }
  // The key already exists if a test restarts with the same store.
  if (!(await server.deps.store.keys.findCaller(hashKey(KEY)))) await createKey(KEY)
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    server,
    upstream,
    logLines,
    createKey,
    async close() {
      await server.close()
      await upstream.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
