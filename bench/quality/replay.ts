import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { hashKey } from '../../packages/server/src/gate/key-format.ts'
import { type RunningServer, startServer } from '../../packages/server/src/server.ts'
import type { Figures } from './figures.ts'
import { BENCH_FOLDER } from './sets.ts'

const KEY = 'pleat_quality-run'

/** Figures measured through the proxy, and its reported milliseconds, which differ by machine and run. */
export interface ProxyFigures extends Figures {
  readonly overheadMs: { readonly p50: number; readonly p95: number }
}

/** A running proxy whose upstream is the port that a replay opens. */
export interface ReplayProxy {
  /** `data` is the name of a set or the path of a file. */
  replay(data: string, options?: readonly string[]): Promise<ProxyFigures>
  close(): Promise<void>
}

/** Starts Pleat with an empty store in front of the port where each replay will put its stand-in provider. */
export async function startReplayProxy(): Promise<ReplayProxy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-quality-'))
  const providerPort = await freePort()
  const config = readConfig({
    PLEAT_PORT: '0',
    PLEAT_DATA_DIR: dataDir,
    PLEAT_LOG_LEVEL: 'error',
    PLEAT_OPENAI_URL: `http://127.0.0.1:${providerPort}/v1`,
    // Savings and evidence are measured with free folds. `cost-section` measures the bills.
    PLEAT_CACHE_PRICES: 'none',
    PLEAT_ANTHROPIC_URL: `http://127.0.0.1:${providerPort}`,
  })
  const providerKeys = { openai: 'x', anthropic: 'x' }
  const server: RunningServer = await startServer({ config, secrets: { providerKeys, sealingSecret: 'quality run' } })
  const row = { hash: hashKey(KEY), preview: KEY.slice(0, 12), requestsPerMinute: 100_000_000 }
  await server.deps.store.keys.createKey({ name: 'quality' }, row)
  return {
    async replay(data, options = []) {
      const flags = ['--json', '--key', KEY, '--proxy', server.url, '--provider-port', String(providerPort)]
      const file = data.includes('/') ? data : join(BENCH_FOLDER, 'data', `${data}.jsonl.gz`)
      return figuresOf(JSON.parse(await run([join(BENCH_FOLDER, 'replay.mjs'), ...flags, '--data', file, ...options])))
    },
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The used part of the replay script's output. */
interface ReplayOutput {
  readonly failed: number
  readonly refusedByProvider: number
  readonly bodyDiffers: number
  readonly problems: Readonly<Record<string, number>>
  readonly saved: Readonly<Record<string, number | null>>
  readonly evidence: number | null
  readonly evidence_strict: number | null
  readonly answer: number | null
  readonly prefix_stability: number | null
  readonly cost_vs_uncompressed_with_cache: {
    readonly openai_like: number | null
    readonly anthropic_like: number | null
  }
  readonly header_gap: { readonly mean: number | null }
  readonly overhead_ms: { readonly p50: number; readonly p95: number }
}

function figuresOf(output: ReplayOutput): ProxyFigures {
  const { saved } = output
  return {
    failed: output.failed,
    refused: output.refusedByProvider,
    bodyDiffers: output.bodyDiffers,
    problems: Object.keys(output.problems).length,
    savedEarly: saved.before_turn_5 ?? null,
    savedAt10: saved.at_turn_10 ?? null,
    savedAt15: saved.at_turn_15 ?? null,
    saved: saved.from_turn_10 ?? null,
    savedHistory: saved.from_turn_10_history_only ?? null,
    savedAtQuestions: saved.at_questions ?? null,
    evidence: output.evidence,
    strict: output.evidence_strict,
    answer: output.answer,
    prefix: output.prefix_stability,
    costOpenAi: output.cost_vs_uncompressed_with_cache.openai_like,
    costAnthropic: output.cost_vs_uncompressed_with_cache.anthropic_like,
    headerGap: output.header_gap.mean,
    overheadMs: output.overhead_ms,
  }
}

const COUNT_LINEARLY = new URL('count-linearly.ts', import.meta.url).href

/** Runs a script from the root of the repository, where it finds the tokenizer. Resolves with its output. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const root = resolve(import.meta.dirname, '../..')
    const child = spawn(process.execPath, ['--import', COUNT_LINEARLY, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (errors += chunk))
    child.on('error', fail)
    child.on('close', (code) =>
      code === 0 ? done(output) : fail(new Error(`The replay failed: ${errors.slice(0, 500)}`)),
    )
  })
}

/**
 * Ports below those that a system uses for outgoing connections. A replay opens its port late, and an outgoing
 * connection could have taken a higher one by then.
 */
const PORTS = { least: 20_000, count: 12_000 }
const MAX_TRIES = 50

async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = PORTS.least + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
  throw new Error(`No port is free between ${PORTS.least} and ${PORTS.least + PORTS.count}.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.on('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}
