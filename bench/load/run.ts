import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { findPostgres, NO_SERVER } from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { NO_REDIS } from '../../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { writeSections } from '../cluster/page.ts'
import { wholeNumber } from '../options.ts'
import { type LoadFigures, writeFigures } from './figures.ts'
import { type LoadScale, measureShortTurns, measureWorkers, type Rate, type WorkersReport } from './measure-load.ts'
import { measureMemory } from './measure-memory.ts'
import { measureStores } from './measure-stores.ts'

const HELP = `npm run bench:load -- [options]

Measure requests per second and CPU time per request with 1, 2 and 4 workers: requests of 1 KB, and next turns of
conversations of 100,000 tokens. Measure the memory of a session and of a worker, and the use of PostgreSQL and of
Valkey or Redis, which are required. After a run with the default options, writes its section of
bench/CLUSTER.md and the figures from which docs/scale.md is computed (npm run scale).

Options:
  --workers LIST  numbers of workers (default 1,2,4)
  --sessions N    long conversations at the same time (default 6)
  --turns N       next turns of each (default 12)
  --memory N      conversations that fill the memory (default 60)
  --json          print the figures as JSON
  --help          show this

Example:
  npm run bench:load -- --workers 1,2`

const DEFAULTS = { workers: '1,2,4', sessions: '6', turns: '12', memory: '60' }
const FLOOD_MS = 6000
const STORE_TURNS = 8

interface Options {
  readonly scale: LoadScale
  /** Numbers of workers. */
  readonly workers: readonly number[]
  /** Conversations that fill the memory. */
  readonly memory: number
}

function readOptions({ workers, sessions, turns, memory }: typeof DEFAULTS): Options {
  const scale = { sessions: wholeNumber('--sessions', sessions), turns: wholeNumber('--turns', turns) }
  return {
    scale: { floodMs: FLOOD_MS, ...scale },
    workers: workers.split(',').map((count) => wholeNumber('--workers', count)),
    memory: wholeNumber('--memory', memory),
  }
}

async function measure({ scale, workers: counts, memory: sessions }: Options): Promise<LoadFigures> {
  const load = loadavg()[0]!
  const workers: WorkersReport[] = []
  for (const count of counts) {
    console.error(`${count} workers`)
    workers.push(await measureWorkers(count, scale))
  }
  console.error('shorter conversations')
  const short = await measureShortTurns(scale)
  console.error('memory')
  const memory = await measureMemory(sessions)
  console.error('stores')
  const stores = await measureStores(scale.sessions, STORE_TURNS)
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    model: cpus()[0]?.model.trim() ?? '',
    load,
    workers,
    shortNextTurnCpuMs: short.cpuMs,
    memory,
    stores,
  }
}

function describe({ cores, model, load, workers, shortNextTurnCpuMs, memory, stores }: LoadFigures): string {
  const rate = ({ requestsPerSecond, cpuMs, othersCpuMs, p50Ms, p95Ms }: Rate) =>
    `${Math.round(requestsPerSecond)} | ${cpuMs.toFixed(2)} | ${othersCpuMs.toFixed(2)} | ${p50Ms.toFixed(1)} | ${p95Ms.toFixed(1)}`
  const rows = workers.flatMap(({ workers: count, small, nextTurn }) => [
    `| ${count} | 1 KB | ${rate(small)} |`,
    `| ${count} | next turn at 100,000 tokens | ${rate(nextTurn)} |`,
  ])
  const idle = workers.map(
    ({ workers: count, idleMegabytes: { first, worker }, firstFoldCpuMs }) =>
      `| ${count} | ${Math.round(first)} | ${worker === undefined ? '' : Math.round(worker)} | ${Math.round(firstFoldCpuMs)} |`,
  )
  const { postgres, redis } = stores
  return `Made by \`npm run bench:load\` on ${cores} cores (${model}). Load generator, stand-in provider and server share these
cores. So the server gets only a part of the machine, and requests per second are lower than on the whole machine. CPU time per
request hardly depends on that, apart from the processor's caches. With more workers than cores, requests per second do not grow.
The load average was ${load.toFixed(1)} before the run.

| workers | request | per second | CPU ms of the server | CPU ms of generator and provider | p50 ms | p95 ms |
|---|---|---|---|---|---|---|
${rows.join('\n')}

A next turn at 25,000 tokens takes ${shortNextTurnCpuMs.toFixed(1)} ms of CPU with one worker, on average over turns in which the
history grows by two thirds. One of them writes all digests anew.

| workers | MB of the first process | MB of an idle worker | CPU ms of the first fold at 100,000 tokens |
|---|---|---|---|
${idle.join('\n')}

${memory.points.map(({ sessions, megabytes }) => `${sessions} sessions of 100,000 tokens: ${Math.round(megabytes)} MB.`).join(' ')} One more session takes
${memory.perSessionMegabytes.toFixed(1)} MB, until fold states reach their limit of 192 MB.

One request of a conversation of 100,000 tokens, which sends at most one a second, takes on average:

| store | use |
|---|---|
| PostgreSQL | ${postgres.transactions.toFixed(1)} transactions, ${postgres.rows.toFixed(1)} rows written, ${(postgres.walBytes / 1000).toFixed(1)} KB of write-ahead log |
| Valkey or Redis | ${redis.commands.toFixed(1)} commands, ${(redis.inBytes / 1000).toFixed(1)} KB in, ${(redis.outBytes / 1000).toFixed(1)} KB out |
| memory of Valkey or Redis for the snapshot of a session | ${Math.round(stores.snapshotBytes / 1000)} KB |
`
}

async function main(): Promise<void> {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      workers: option,
      sessions: option,
      turns: option,
      memory: option,
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(HELP)
  const { json, help: _, ...given } = values
  const options = readOptions({ ...DEFAULTS, ...given })
  if (NO_REDIS !== undefined) throw new Error(`${NO_REDIS}.`)
  if (!findPostgres()) throw new Error(NO_SERVER)
  const figures = await measure(options)
  const text = describe(figures)
  if (Object.keys(given).length === 0) {
    writeFigures(figures)
    writeSections([{ title: 'Load of one machine', text }])
  }
  console.log(json ? JSON.stringify(figures, null, 2) : text)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : String(error))
  process.exitCode = 1
})
