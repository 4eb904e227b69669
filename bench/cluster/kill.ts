import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { findPostgres, NO_SERVER } from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { type KillReport, runKillLoop } from '../../packages/server/test/kill-loop/kill-loop.ts'
import { makeKillPlace, STORE_NAMES, type StoreName } from '../../packages/server/test/kill-loop/kill-place.ts'
import type { KillMoment } from '../../packages/server/test/kill-loop/start-killed-server.ts'
import { wholeNumber } from '../options.ts'
import { writeSections } from './page.ts'

const HELP = `npm run bench:kill -- [options]

Kill a server (kill -9) repeatedly while clients charge transcripts, issue and revoke keys, and play conversations whose
bytes depend on decisions about the cache. The server dies just before or after a charge, just after a decision, or at a
random moment. Then send everything again and compare. Writes its section of bench/CLUSTER.md after a run with default
options. Exits with 1 if a charge, a key or a decision is missing, or if repeated requests give other results.

Options:
  --store NAME  sqlite or postgres (default: both)
  --times N     how often a server is killed on each store (default 100)
  --json        print the figures as JSON
  --help        show this

Example:
  npm run bench:kill -- --store postgres --times 20`

const DEFAULT_TIMES = '100'
const MOMENTS: readonly KillMoment[] = ['after-charge', 'after-decision', 'before-charge', 'whenever']

interface StoreReport extends KillReport {
  readonly store: StoreName
  readonly seconds: number
  readonly wrong: readonly string[]
}

async function killOn(store: StoreName, times: number): Promise<StoreReport> {
  const place = await makeKillPlace(store)
  const startedAt = performance.now()
  try {
    const moments = Array.from({ length: times }, (_, index) => MOMENTS[index % MOMENTS.length]!)
    const report = await runKillLoop(place, moments)
    return { store, seconds: (performance.now() - startedAt) / 1000, ...report, wrong: wrongIn(report) }
  } finally {
    await place.remove()
  }
}

function wrongIn(report: KillReport): readonly string[] {
  const { rounds, charges, calls, charged, fees, changedAnswers, lostKeys, changedTurns, refusedAgain } = report
  const problems = rounds.reduce((sum, round) => sum + round.problems, 0)
  return [
    ...(problems > 0 ? [`the ledger has ${problems} problems`] : []),
    ...(charges !== calls ? [`${charges} charges were made for ${calls} transcripts`] : []),
    ...(charged !== fees ? [`${charged} micro-cents were charged, ${fees} were answered`] : []),
    // This also happens if the code is edited during the run, because every round starts the server anew.
    ...(changedAnswers > 0 ? [`${changedAnswers} answers to the same request differ`] : []),
    ...(lostKeys > 0 ? [`${lostKeys} keys have other counts than in the responses`] : []),
    ...(changedTurns > 0 ? [`${changedTurns} turns were sent with other bytes when they were repeated`] : []),
    ...(refusedAgain > 0 ? [`${refusedAgain} refused conversations were rewritten again`] : []),
  ]
}

const ROWS: readonly [string, (report: StoreReport) => number][] = [
  ['servers killed', ({ rounds }) => rounds.length],
  ['transcripts charged', ({ calls }) => calls],
  ['sent again after a kill or at the end', ({ repeats }) => repeats],
  ['charges in the ledger', ({ charges }) => charges],
  ['micro-cents of fees in responses', ({ fees }) => fees],
  ['micro-cents charged to the account', ({ charged }) => charged],
  ['keys issued', ({ keys }) => keys],
  ['of them revoked', ({ revokedKeys }) => revokedKeys],
  ['keys whose counts differ from those in responses', ({ lostKeys }) => lostKeys],
  ['turns of conversations', ({ turns }) => turns],
  ['stored decisions about the cache', ({ decisions }) => decisions],
  ['conversations that the provider refuses rewritten', ({ refusedTalks }) => refusedTalks],
  ['turns whose bytes differ when they are sent again', ({ changedTurns }) => changedTurns],
  ['rewritten again after a refusal', ({ refusedAgain }) => refusedAgain],
  ['problems of the ledger after a kill', ({ rounds }) => rounds.reduce((sum, { problems }) => sum + problems, 0)],
  ['seconds', ({ seconds }) => Math.round(seconds)],
]

function describe(reports: readonly StoreReport[]): string {
  const rows = ROWS.map(
    ([name, of]) => `| ${name} | ${reports.map((each) => of(each).toLocaleString('en')).join(' | ')} |`,
  )
  return `Made by \`npm run bench:kill\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}). A quarter of the servers are
killed just after a charge is committed, a quarter just before, a quarter as soon as a response shows a decision about its
conversation, and a quarter up to 500 ms after the first response.

|  | ${reports.map(({ store }) => (store === 'sqlite' ? 'SQLite' : 'PostgreSQL')).join(' | ')} |
|---|${reports.map(() => '---|').join('')}
${rows.join('\n')}
`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      store: { type: 'string' },
      times: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(HELP)
  const times = wholeNumber('--times', values.times ?? DEFAULT_TIMES)
  const stores = STORE_NAMES.filter((name) => values.store === undefined || name === values.store)
  if (stores.length === 0) throw new Error(`--store ${values.store}: use ${STORE_NAMES.join(' or ')}.`)
  if (stores.includes('postgres') && !findPostgres()) throw new Error(NO_SERVER)
  const reports: StoreReport[] = []
  for (const store of stores) reports.push(await killOn(store, times))
  const text = describe(reports)
  if (values.store === undefined && values.times === undefined) {
    writeSections([{ title: 'Servers that are killed', text }])
  }
  console.log(values.json ? JSON.stringify(reports, null, 2) : text)
  for (const { store, wrong } of reports) for (const each of wrong) console.error(`WRONG: ${store}: ${each}`)
  if (reports.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : String(error))
  process.exitCode = 1
})
