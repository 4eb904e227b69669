import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../packages/server/src/adapters/log.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readSecrets } from '../../packages/server/src/config/secrets.ts'
import type { DepsOverrides } from '../../packages/server/src/deps.ts'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { type RunningServer, startServer } from '../../packages/server/src/server.ts'
import { STAND_IN_KEYS } from '../stand-in/credentials.ts'
import { borrowCompression } from './shared-compression.ts'

export interface PleatOptions {
  /** Base address of the stand-in. */
  readonly providerUrl: string
  /** Requests a minute of the key. */
  readonly requestsPerMinute?: number
  readonly overrides?: DepsOverrides
  /** More of the environment, such as PLEAT_MAX_BODY_MB. */
  readonly variables?: Readonly<Record<string, string>>
}

/** A complete server in this process, with its own data directory. */
export interface Pleat {
  readonly url: string
  readonly key: string
  readonly server: RunningServer
  /** Everything logged so far, as text. */
  log(): string
  /** The log's line of each request so far. */
  requestLines(): readonly Readonly<Record<string, unknown>>[]
  /** Log lines of warnings and errors. */
  problems(): readonly Readonly<Record<string, unknown>>[]
  /** A key of another account. */
  issueKey(account: string, requestsPerMinute?: number): Promise<string>
  /** Stops it and starts another on the same data; afterwards `url` and `server` are those of the new one. */
  restart(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** Time that a request waits for its fold: while other tests run, a thread may need seconds to load. */
const PATIENT_MS = 30_000

/** Starts a server in front of the stand-in at `providerUrl`. */
export async function startPleat(options: PleatOptions): Promise<Pleat> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-test-'))
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const variables = { ...variablesFor(options.providerUrl, dataDir), ...options.variables }
  const limits = { foldTimeoutMs: PATIENT_MS, ...options.overrides?.limits }
  const start = (overrides: DepsOverrides = {}) =>
    startServer({
      config: readConfig(variables),
      secrets: readSecrets(variables, dataDir),
      overrides: { log, ...overrides, ...options.overrides, limits },
    })
  const borrowed = limits.foldTimeoutMs === PATIENT_MS ? borrowCompression(PATIENT_MS, options) : undefined
  let server = await start(borrowed && { compression: borrowed.compression })
  borrowed?.connect(server.deps)
  const issue = async (account: string, requestsPerMinute: number) =>
    (await issueKey(server.deps.store.keys, { account, requestsPerMinute })).key
  const key = await issue('test', options.requestsPerMinute ?? 1_000_000)
  return {
    get url() {
      return server.url
    },
    get server() {
      return server
    },
    key,
    log: () => lines.join(''),
    requestLines: () => lines.map(parseLine).filter(({ msg }) => msg === 'request'),
    problems: () => lines.map(parseLine).filter(({ level }) => Number(level) >= WARNING),
    issueKey: (account, requestsPerMinute = 1_000_000) => issue(account, requestsPerMinute),
    async restart() {
      await server.close()
      // With its own compression thread, which knows nothing of earlier requests.
      server = await start()
    },
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Lowest log level of a warning. */
const WARNING = 40

function parseLine(line: string): Readonly<Record<string, unknown>> {
  return JSON.parse(line) as Record<string, unknown>
}

/** The environment of a server in front of the stand-in. */
export function variablesFor(providerUrl: string, dataDir: string): Record<string, string> {
  return {
    PLEAT_PORT: '0',
    PLEAT_DATA_DIR: dataDir,
    PLEAT_OPENAI_URL: `${providerUrl}/v1`,
    PLEAT_ANTHROPIC_URL: providerUrl,
    // With a provider's prices, folding the short conversations of these tests would not pay.
    PLEAT_CACHE_PRICES: 'none',
    PLEAT_WARM_UP: 'off',
    OPENAI_API_KEY: STAND_IN_KEYS.openai,
    ANTHROPIC_API_KEY: STAND_IN_KEYS.anthropic,
  }
}
