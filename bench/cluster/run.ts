import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { findPostgres, NO_SERVER } from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { NO_REDIS } from '../../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { isInstalled } from '../../test/deploy/proxy-process.ts'
import { wholeNumber } from '../options.ts'
import { compareNodes, type ReplayReport } from './compare-nodes.ts'
import { type LimitsReport, measureLimits } from './limits.ts'
import { writeSections } from './page.ts'
import { limitsSection, replaySection } from './sections.ts'

const HELP = `npm run bench:cluster -- [options]

Replay conversations through three nodes with one PostgreSQL and one Valkey or Redis, behind HAProxy that sends each
request to a random node. Compare the bytes that reach the provider with those of one node alone: first without faults,
then with one fault after another: a node is killed (kill -9) and restarted, Valkey or Redis is paused, Valkey or Redis
starts empty, PostgreSQL is restarted. Check what clients see, the ledger, charges and usage. Then send ten times the
limit of a key at once. Needs haproxy, PostgreSQL, and valkey-server or redis-server.
Writes its sections of bench/CLUSTER.md after a run with the default options. Exits with 1 if a promise was broken.

Options:
  --only PART    replay, faults or limits
  --rounds N     rounds of the four faults (default 2)
  --every S      seconds between two faults (default 10)
  --per-set N    conversations of each set (default 2)
  --turns N      requests of each conversation at most (default 120)
  --lanes N      clients at the same time (default 6)
  --json         print the figures as JSON
  --help         show this

Example:
  npm run bench:cluster -- --only faults --rounds 1`

const DEFAULTS = { rounds: '2', every: '10', 'per-set': '2', turns: '120', lanes: '6' }
const PARTS = ['replay', 'faults', 'limits'] as const

async function main(): Promise<void> {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      only: option,
      rounds: option,
      every: option,
      'per-set': option,
      turns: option,
      lanes: option,
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(HELP)
  const numberOf = (name: keyof typeof DEFAULTS, least = 1) =>
    wholeNumber(`--${name}`, values[name] ?? DEFAULTS[name], least)
  const options = {
    perSet: numberOf('per-set'),
    mostTurns: numberOf('turns'),
    lanes: numberOf('lanes'),
    rounds: numberOf('rounds', 0),
    everyMs: numberOf('every', 0) * 1000,
    isQuiet: values.json === true,
  }
  if (NO_REDIS !== undefined) throw new Error(`${NO_REDIS}.`)
  if (!findPostgres()) throw new Error(NO_SERVER)
  if (!isInstalled('haproxy')) throw new Error('haproxy is not installed.')
  if (values.only !== undefined && !PARTS.some((part) => part === values.only)) {
    throw new Error(`--only ${values.only}: use ${PARTS.join(', ')}.`)
  }
  const isAsked = (part: (typeof PARTS)[number]) => values.only === undefined || values.only === part
  let replay: ReplayReport | undefined
  let limits: LimitsReport | undefined
  if (isAsked('replay') || isAsked('faults')) {
    replay = await compareNodes({ ...options, rounds: isAsked('faults') ? options.rounds : 0 })
  }
  if (isAsked('limits')) limits = await measureLimits()
  const sections = [...(replay ? [replaySection(replay)] : []), ...(limits ? [limitsSection(limits)] : [])]
  const isDefault = Object.keys(values).every((name) => name === 'json')
  if (isDefault) writeSections(sections)
  const machine = { cores: cpus().length, model: cpus()[0]?.model.trim() }
  if (values.json) console.log(JSON.stringify({ machine, replay, limits }, null, 2))
  else console.log(sections.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n'))
  const wrong = [...(replay?.wrong ?? []), ...(limits?.wrong ?? [])]
  for (const each of wrong.slice(0, 40)) console.error(`WRONG: ${each}`)
  if (wrong.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : String(error))
  process.exitCode = 1
})
