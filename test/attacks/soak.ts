import { Agent } from 'node:http'
import { parseArgs } from 'node:util'
import { startHostileProvider } from './support/hostile-provider.ts'
import { runLoad } from './support/mixed-load.ts'
import { startTarget } from './support/target-server.ts'

/**
 * Mixed load with aborts and hostile answers for some minutes: `npm run soak -- 30`. Memory and descriptors have to level
 * off: their averages over the last third are at most 5 % above those over the middle third.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
})
const USAGE = `Usage: npm run soak -- [MINUTES] [--json]

Sends mixed load with aborts and hostile answers for MINUTES (30), prints resident memory in MiB and descriptors each
minute, and exits with 1 when one of them still grows at the end.

  --json   print lines of JSON
  --help   print this text`
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const minutes = Number(positionals[0] ?? 30)
if (!(minutes > 0)) throw new Error(`MINUTES is "${positionals[0]}"; it has to be a number above 0.\n\n${USAGE}`)

const TENANTS = 8
const SAMPLE_MS = 5_000
const MOST_GROWTH = 1.05
/** Descriptors are few, so that some connections more or less are no growth. */
const DESCRIPTORS_NOISE = 10

const provider = await startHostileProvider()
const server = await startTarget(provider.url, { variables: { PLEAT_LOG_LEVEL: 'fatal' } })
const tenants = []
for (let i = 0; i < TENANTS; i++) {
  tenants.push({
    name: `t${i}`,
    key: await server.issueKey(`t${i}`),
    agent: new Agent({ keepAlive: true, maxSockets: 6 }),
  })
}

const startedAt = performance.now()
const samples: { minute: number; resident: number; descriptors: number }[] = []
const sampler = setInterval(() => {
  const minute = (performance.now() - startedAt) / 60_000
  samples.push({ minute, resident: server.resident().now, descriptors: server.descriptors() })
}, SAMPLE_MS)
const printer = setInterval(print, 60_000)

const load = runLoad({ url: server.url, tenants, until: startedAt + minutes * 60_000 })
await load.done
clearInterval(sampler)
clearInterval(printer)
print()

const middle = averages(1 / 3, 2 / 3)
const last = averages(2 / 3, 1)
const verdict = {
  levelsOff:
    last.resident <= middle.resident * MOST_GROWTH &&
    last.descriptors <= Math.max(middle.descriptors * MOST_GROWTH, middle.descriptors + DESCRIPTORS_NOISE),
  ofOtherAccount: load.counts.ofOtherAccount,
  isAlive: server.isAlive(),
}
say({ middle, last, peak: server.resident().peak, ...verdict })
for (const { agent } of tenants) agent.destroy()
await server.stop()
provider.close()
process.exitCode = verdict.levelsOff && verdict.ofOtherAccount === 0 && verdict.isAlive ? 0 : 1

function print(): void {
  const { minute, ...sample } = samples.at(-1)!
  say({ minute: Math.round(minute * 10) / 10, ...sample, ...load.counts })
}

function averages(from: number, to: number): { resident: number; descriptors: number } {
  const part = samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length))
  const average = (values: readonly number[]) =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  return {
    resident: average(part.map(({ resident }) => resident)),
    descriptors: average(part.map(({ descriptors }) => descriptors)),
  }
}

function say(figures: object): void {
  const pairs = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  process.stdout.write(`${values.json ? JSON.stringify(figures) : pairs.join('  ')}\n`)
}
