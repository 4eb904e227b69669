import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AGENT_TRIALS } from './agent-trials.ts'
import type { TrialResult } from './client-trial.ts'
import { withClientTable } from './readme-table.ts'
import { failureOf, pageOf, tableOf } from './report.ts'
import { SDK_TRIALS } from './sdk-trials.ts'
import { tryClient } from './try-client.ts'

const HELP = `Usage: npm run test:clients [-- options]

Install the newest SDKs and agents from npm and test them, unmodified, each through its own Pleat server with the strict
stand-in provider behind it: twelve turns, or calls of other paths. Print a table of the results. Without --only, write
bench/CLIENTS.md and the table in README.md. The table lists clients that cannot be installed, with the reason. No key
is needed. Exits with 1 if an installed client does not work, or if none is installed.

Options:
  --only TEXT       only clients whose name or use contains this text; nothing is written
  --folder FOLDER   install there and keep it (default: a temporary folder)
  --json            print the results as one line of JSON
  --help            show this

Example:
  npm run test:clients -- --only codex
`

const PAGE = join(import.meta.dirname, '..', 'CLIENTS.md')
const README = join(import.meta.dirname, '..', '..', 'README.md')

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const wanted = values.only?.toLowerCase() ?? ''
  const trials = [...SDK_TRIALS, ...AGENT_TRIALS].filter(({ client, what }) =>
    `${client} ${what}`.toLowerCase().includes(wanted),
  )
  if (trials.length === 0) throw new Error(`--only is "${values.only}"; it has to be part of a client's name or use.`)
  const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pleat-clients-')))
  try {
    const results: TrialResult[] = []
    for (const trial of trials) {
      const result = await tryClient(folder, trial)
      process.stderr.write(
        `${result.outcome.padEnd(13)} ${result.client}: ${result.what}${result.note && ` (${result.note})`}\n`,
      )
      results.push(result)
    }
    process.stdout.write(`${values.json ? JSON.stringify(results) : tableOf(results)}\n`)
    if (values.only === undefined) {
      await writeFile(PAGE, pageOf(results))
      await writeFile(README, withClientTable(await readFile(README, 'utf8'), results))
    }
    const count = (outcome: TrialResult['outcome']) => results.filter((result) => result.outcome === outcome).length
    process.stderr.write(`${count('works')} passed, ${count('failed')} failed, ${count('not installed')} skipped\n`)
    const failure = failureOf(results)
    if (failure === undefined) return 0
    process.stderr.write(`${failure}\n`)
    return 1
  } finally {
    if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main()
