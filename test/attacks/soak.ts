import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { parseArgs } from 'node:util'
import { describeSoak, type Sample, verdictOf } from './soak-report.ts'
import { filesWith } from './support/files-with.ts'
import { startHostileProvider } from './support/hostile-provider.ts'
import { runLoad, SAID_WORD } from './support/mixed-load.ts'
import { percentile } from './support/percentile.ts'
import { startTarget } from './support/target-server.ts'

/** Mixed load with aborts and hostile responses for some minutes: `npm run soak -- 30`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    report: { type: 'string' },
    rest: { type: 'string', default: '1' },
    'fold-memory': { type: 'string', default: '192' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const USAGE = `Usage: npm run soak -- [MINUTES] [--rest FACTOR] [--fold-memory MB] [--report FILE] [--json]

Sends mixed load with aborts, uploads and hostile answers for MINUTES (30), prints each minute the resident memory in MiB, the
descriptors and the 99th percentile of small requests in ms, and exits with 1 when one of them still grows at the end, or when
a log or the store contains a word of a message.

  --rest FACTOR     multiply the clients' pauses between two requests (with 1, the load takes all of two cores)
  --fold-memory MB  PLEAT_FOLD_MEMORY_MB of the server (192). A cache that is full before the middle third grows no more, so
                    that growth after it is a leak. 96 MB take half as long to fill as 192 MB
  --report FILE     write a report in Markdown
  --json            print lines of JSON
  --help            print this text`
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const minutes = Number(positionals[0] ?? 30)
if (!(minutes > 0)) throw new Error(`MINUTES is "${positionals[0]}"; it has to be a number above 0.\n\n${USAGE}`)
const rest = Number(values.rest)
if (!(rest > 0)) throw new Error(`--rest is "${values.rest}"; it has to be a number above 0.\n\n${USAGE}`)

const TENANTS = 8
const MINUTE_MS = 60_000
const SAMPLE_MS = Math.min(MINUTE_MS, (minutes * MINUTE_MS) / 9)

const provider = await startHostileProvider()
const foldMemory = values['fold-memory']
const variables = { PLEAT_LOG_LEVEL: 'info', PLEAT_FOLD_MEMORY_MB: foldMemory }
const server = await startTarget(provider.url, { variables })
const tenants = []
for (let i = 0; i < TENANTS; i++) {
  tenants.push({
    name: `t${i}`,
    key: await server.issueKey(`t${i}`),
    agent: new Agent({ keepAlive: true, maxSockets: 6 }),
  })
}

const startedAt = performance.now()
const until = startedAt + minutes * MINUTE_MS
const samples: Sample[] = []
let peak = 0
const load = runLoad({ url: server.url, tenants, until, rest })
const sampler = setInterval(sample, SAMPLE_MS)
await load.done
clearInterval(sampler)

const written = await filesWith(server.directory, SAID_WORD)
const { counts } = load
const run = {
  minutes,
  rest,
  foldMemory,
  samples,
  counts,
  peak: Math.max(peak, server.resident().peak),
  isAlive: server.isAlive(),
  written,
}
const verdict = verdictOf(run)
say({ peak: run.peak, ...verdict })
if (values.report) writeFileSync(values.report, describeSoak(run))
for (const { agent } of tenants) agent.destroy()
await server.stop()
provider.close()
process.exitCode = Object.values(verdict).every(({ holds }) => holds) ? 0 : 1

function sample(): void {
  const resident = server.resident()
  // After the end, no new request is sent. A server that has exited has no figures.
  if (performance.now() > until || resident.now === 0) return
  peak = resident.peak
  const minute = Math.round((performance.now() - startedAt) / 6_000) / 10
  const p99 = Math.round(percentile(load.takeProbes(), 0.99) * 10) / 10
  const taken = { minute, resident: resident.now, descriptors: server.descriptors(), p99 }
  samples.push({ ...taken, requests: load.counts.requests })
  say({ ...taken, ...load.counts })
}

function say(figures: object): void {
  const pairs = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  process.stdout.write(`${values.json ? JSON.stringify(figures) : pairs.join('  ')}\n`)
}
