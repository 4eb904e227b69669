import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { encodingOf } from '@pleat/core'
import { NO_REDIS } from '../../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { wholeNumber } from '../options.ts'
import { type Talk, talkOf } from '../speed/bodies.ts'
import { quantile, rotated } from '../speed/statistics.ts'
import { NAMES, type Name, type Nodes, startNodes } from './nodes.ts'

const HELP = `Usage: npm run bench:nodes -- [options]

Measure the time that Pleat adds to the next turn of a conversation of 100,000 tokens: at the node that has served it so
far, at a node that has never seen it and finds a snapshot in Valkey or Redis, and at one that folds it anew. Needs
valkey-server or redis-server. Writes bench/NODES.md after a run with the default options. Exits with 1 if the 95th
percentile with a snapshot is above 40 ms, or if a request to the second node finds no snapshot.

Options:
  --sessions N  conversations (default 40)
  --tokens N    approximate tokens of each (default 100000)
  --json        print the figures as JSON
  --help        show this

Example:
  npm run bench:nodes -- --sessions 10`

const DEFAULTS = { sessions: '40', tokens: '100000' }
const MAX_P95_MS = 40
const MESSAGES = 200
/** Bytes per token of the generated texts. */
const BYTES_PER_TOKEN = 4.26
const PAGE = new URL('../NODES.md', import.meta.url)
/** The first sessions of new nodes, which run while V8 still compiles. They are reported separately. */
const WARM_UP = 10

const MAX_ATTEMPTS = 10

/** The nodes are quiet if they take less than this core time in one step, in milliseconds. */
const QUIET_CORE_MS = 1
const QUIET_STEP_MS = 50
const MAX_QUIET_MS = 3000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface Figures {
  readonly name: Name
  readonly p50: number
  readonly p95: number
  readonly max: number
  /** CPU time of the node until the response ends. */
  readonly coreP50: number
  readonly coreP95: number
}

interface Report {
  readonly sessions: number
  readonly tokens: number
  readonly bytes: number
  readonly used: number
  /** Load average of the minute before the run. */
  readonly load: number
  readonly added: readonly Figures[]
  /** Added milliseconds of the first requests of a new node that find a snapshot. */
  readonly first: { readonly p50: number; readonly max: number }
}

/** Milliseconds from the first byte of a request to the last one of its response. */
function timed(url: string, key: string, session: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      'x-session-id': session,
    }
    const startedAt = performance.now()
    const sent = request(`${url}/v1/chat/completions`, { method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function bodyAt(talk: Talk, turn: number): Buffer {
  return Buffer.from(JSON.stringify({ model: 'gpt-4o', messages: talk.slice(0, 2 * turn) }))
}

/** Serves a turn at the first node until it has written its snapshot: on a busy machine a fold may be late. */
async function serveUntilShared(nodes: Nodes, session: string, body: Buffer): Promise<void> {
  const written = async () => (await nodes.snapshotsOf('same')).get('written') ?? 0
  const before = await written()
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await timed(nodes.urls.same, nodes.key, session, body)
    for (let waited = 0; waited < 2000; waited += 20) {
      if ((await written()) > before) return
      await sleep(20)
    }
  }
  throw new Error(`The first node has written no snapshot in ${MAX_ATTEMPTS} attempts.`)
}

/**
 * Waits until no node works any more, or 3 s: work after a response, such as writing a snapshot, must not be measured
 * with the next request.
 */
async function quiet(nodes: Nodes): Promise<void> {
  const total = () => NAMES.reduce((sum, name) => sum + nodes.cpuMs(name), 0)
  for (let waited = 0; waited < MAX_QUIET_MS; waited += QUIET_STEP_MS) {
    const before = total()
    await sleep(QUIET_STEP_MS)
    if (total() - before < QUIET_CORE_MS) return
  }
}

async function measure(
  nodes: Nodes,
  { sessions, tokens }: Readonly<Record<keyof typeof DEFAULTS, number>>,
): Promise<Report> {
  const load = loadavg()[0]!
  const times: Record<Name, number[]> = { direct: [], same: [], snapshot: [], anew: [] }
  const cores: Record<Name, number[]> = { direct: [], same: [], snapshot: [], anew: [] }
  const first: number[] = []
  const lengths: number[] = []
  const counts: number[] = []
  for (let number = -WARM_UP; number < sessions; number++) {
    const talk = talkOf({ seed: WARM_UP + number, messages: MESSAGES, bytes: tokens * BYTES_PER_TOKEN })
    const session = `session ${number}`
    const turn = MESSAGES / 2
    await serveUntilShared(nodes, session, bodyAt(talk, turn - 1))
    const body = bodyAt(talk, turn)
    const taken: Record<string, number> = {}
    for (const name of rotated(NAMES, number + WARM_UP)) {
      const coreBefore = nodes.cpuMs(name)
      const ms = await timed(nodes.urls[name], nodes.key, session, body)
      const core = nodes.cpuMs(name) - coreBefore
      taken[name] = ms
      if (number >= 0) {
        times[name].push(ms)
        cores[name].push(core)
      }
      await quiet(nodes)
    }
    if (number < 0) {
      first.push(taken.snapshot! - taken.direct!)
      continue
    }
    lengths.push(body.length)
    counts.push(talk.reduce((sum, { content }) => sum + encodingOf('o200k').count(content), 0))
  }
  const added = NAMES.slice(1).map((name): Figures => {
    const all = times[name].map((ms, index) => ms - times.direct[index]!)
    const core = { coreP50: quantile(cores[name], 0.5), coreP95: quantile(cores[name], 0.95) }
    return { name, p50: quantile(all, 0.5), p95: quantile(all, 0.95), max: Math.max(...all), ...core }
  })
  const used = ((await nodes.snapshotsOf('snapshot')).get('used') ?? 0) - WARM_UP
  const begun = { p50: quantile(first, 0.5), max: Math.max(...first) }
  return { sessions, tokens: quantile(counts, 0.5), bytes: quantile(lengths, 0.5), used, load, added, first: begun }
}

const TITLES: Readonly<Record<Name, string>> = {
  direct: 'no Pleat',
  same: 'the node that has served it so far',
  snapshot: 'a node that has never seen it, with a snapshot',
  anew: 'a node that has never seen it, which folds it anew',
}

function describe({ sessions, tokens, bytes, used, load, added, first }: Report): string {
  const rows = added.map(
    ({ name, p50, p95, max, coreP50, coreP95 }) =>
      `| ${TITLES[name]} | ${[p50, p95, max, coreP50, coreP95].map((ms) => ms.toFixed(1)).join(' | ')} |`,
  )
  return `# The next turn at another node

Made by \`npm run bench:nodes\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}) that Valkey or Redis, the stand-in provider
and all nodes share: ${sessions} conversations of about ${Math.round(tokens / 1000)},000 tokens (${Math.round(bytes / 1000)} KB,
${MESSAGES} messages). ${used} of ${sessions} requests to the second node found a snapshot. The load average of the machine was
${load.toFixed(1)} in the minute before the run.

Added time, in milliseconds, is the time of a request through Pleat minus the time of the same request without Pleat. Core time is
the CPU time of the node's process until the response ends.

| the next turn goes to | added p50 | p95 | max | core time p50 | p95 |
|---|---|---|---|---|---|
${rows.join('\n')}

Before these, the first ${WARM_UP} requests of the new node that found a snapshot added ${first.p50.toFixed(1)} ms (p50; at most
${first.max.toFixed(1)}), because V8 still compiled.
`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sessions: { type: 'string' },
      tokens: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(HELP)
  const options = {
    sessions: wholeNumber('--sessions', values.sessions ?? DEFAULTS.sessions),
    tokens: wholeNumber('--tokens', values.tokens ?? DEFAULTS.tokens),
  }
  if (NO_REDIS !== undefined) throw new Error(`${NO_REDIS}.`)
  const nodes = await startNodes()
  const report = await measure(nodes, options).finally(() => nodes.stop())
  const isDefault = values.sessions === undefined && values.tokens === undefined
  if (isDefault) writeFileSync(PAGE, describe(report))
  console.log(values.json ? JSON.stringify(report, null, 2) : describe(report))
  const { p95 } = report.added.find(({ name }) => name === 'snapshot')!
  if (p95 > MAX_P95_MS || report.used < report.sessions) process.exitCode = 1
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
  .finally(() => agent.destroy())
