import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { hashKey } from '../../packages/server/src/gate/key-format.ts'
import { type RunningServer, startServer } from '../../packages/server/src/server.ts'
import { BENCH_FOLDER, type Figures } from './sets.ts'

const KEY = 'pleat_quality-run'

/** A running proxy whose upstream is the port that a replay opens. */
export interface ReplayProxy {
  replay(
    set: string,
    options?: readonly string[],
  ): Promise<Figures & { readonly overheadMs: { p50: number; p95: number } }>
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
    PLEAT_ANTHROPIC_URL: `http://127.0.0.1:${providerPort}`,
  })
  const providerKeys = { openai: 'x', anthropic: 'x' }
  const server: RunningServer = await startServer({ config, secrets: { providerKeys, sealingSecret: 'quality run' } })
  const row = { hash: hashKey(KEY), preview: KEY.slice(0, 12), requestsPerMinute: 100_000_000 }
  await server.deps.store.keys.createKey({ name: 'quality' }, row)
  return {
    async replay(set, options = []) {
      const flags = ['--json', '--key', KEY, '--proxy', server.url, '--provider-port', String(providerPort)]
      const data = join(BENCH_FOLDER, 'data', `${set}.jsonl.gz`)
      return figuresOf(JSON.parse(await run([join(BENCH_FOLDER, 'replay.mjs'), ...flags, '--data', data, ...options])))
    },
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What the replay script prints, as far as it is read here. */
interface ReplayOutput {
  readonly failed: number
  readonly refusedByProvider: number
  readonly bodyDiffers: number
  readonly problems: Readonly<Record<string, number>>
  readonly saved: Readonly<Record<string, number>>
  readonly evidence: number
  readonly evidence_strict: number
  readonly answer: number
  readonly prefix_stability: number
  readonly cost_vs_uncompressed_with_cache: { readonly openai_like: number; readonly anthropic_like: number }
  readonly header_gap: { readonly mean: number }
  readonly overhead_ms: { readonly p50: number; readonly p95: number }
}

function figuresOf(output: ReplayOutput): Figures & { readonly overheadMs: { p50: number; p95: number } } {
  const { saved } = output
  return {
    failed: output.failed,
    refused: output.refusedByProvider,
    bodyDiffers: output.bodyDiffers,
    problems: Object.keys(output.problems).length,
    savedEarly: saved.before_turn_5 ?? 0,
    savedAt10: saved.at_turn_10 ?? 0,
    savedAt15: saved.at_turn_15 ?? 0,
    saved: saved.from_turn_10 ?? 0,
    savedHistory: saved.from_turn_10_history_only ?? 0,
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

/** Runs a script from the root of the repository, where it finds the tokenizer; its output. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const root = resolve(import.meta.dirname, '../..')
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
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

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
