import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CASES, type Case, type Scale } from './cases.ts'
import { type Contender, startContenders } from './contenders.ts'
import { measureMemory } from './memory.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { describeReport, type Failure, type Report } from './report.ts'
import type { CaseResult } from './summary.ts'
import { compareWithWanted } from './wanted.ts'

// Short throughput rounds in alternation, so that load by other programs affects all contenders alike.
const FULL: Scale = { rounds: 7, floods: 35, floodMs: 400, warmUpMs: 6000, share: 1 }
const QUICK: Scale = { rounds: 3, floods: 9, floodMs: 250, warmUpMs: 2000, share: 0.34 }
const SESSIONS_IN_MEMORY = 1000

function note(line: string): void {
  process.stderr.write(`${line}\n`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function measureCase(known: Case, contenders: readonly Contender[], scale: Scale): Promise<CaseResult> {
  const { name, title, kind } = known
  const isFlood = kind === 'throughput'
  // The byte relay bounds the throughput but not the latency, and each further contender evicts the processor caches.
  const measured = contenders.filter(({ name }) => isFlood || (name !== 'raw' && name !== 'portkey-on-ours'))
  const runner = known.prepare(measured, scale)
  const count = isFlood ? scale.floods : scale.rounds
  const rounds: CaseResult['rounds'][number][] = []
  try {
    for (let round = 0; round <= count; round++) {
      const figures = await runner.run(round)
      // The first round is warm-up.
      if (round > 0) rounds.push(figures)
    }
  } finally {
    runner.close()
  }
  return { name, title, kind, rounds }
}

async function measure(options: Options): Promise<Report> {
  const scale = options.isQuick ? QUICK : FULL
  const pleatArguments = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : []
  const field = await startContenders({ pleatArguments })
  if (field.missing !== undefined) note(`Portkey is left out: ${field.missing}.`)
  const results: CaseResult[] = []
  // If one case fails, the figures of the others are kept.
  const failures: Failure[] = []
  const failed = (title: string) => (error: unknown) => {
    note(`Not measured: ${title}: ${messageOf(error)}`)
    failures.push({ title, reason: messageOf(error) })
    return undefined
  }
  try {
    for (const known of CASES) {
      if (options.only.length > 0 && !options.only.includes(known.name)) continue
      note(known.title)
      const result = await measureCase(known, field.contenders, scale).catch(failed(known.title))
      if (result) results.push(result)
    }
  } finally {
    await field.stop()
  }
  const memory = options.withMemory ? await measureMemory(SESSIONS_IN_MEMORY, note).catch(failed('Memory')) : undefined
  const wanted = compareWithWanted(results, memory)
  return { scale, results, failures, memory, wanted, missing: field.missing }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    console.log(HELP)
    return
  }
  const report = await measure(options)
  const text = describeReport(report)
  const isWhole = !options.isQuick && options.only.length === 0
  if (isWhole) writeFileSync(new URL('../SPEED.md', import.meta.url), text)
  console.log(options.isJson ? JSON.stringify(report, null, 2) : text)
  if (report.failures.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  note(messageOf(error))
  process.exitCode = 1
})
