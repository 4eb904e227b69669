import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadLabelled, loadLanguages } from '../markers/labelled.ts'
import { loadLexRankPackage } from '../tul1/lexrank-package.ts'
import { measureViews } from '../tul1/measure-view.ts'
import { VIEW_SETS } from '../tul1/view-sets.ts'
import { COST_HEADING, describeCost, measureSetCost } from './cost-section.ts'
import { withFold, withPart } from './document-parts.ts'
import { measureLimit } from './limit/limit.ts'
import { describeLimits, LIMIT_HEADING } from './limit-section.ts'
import { type Measurement, measure } from './measure.ts'
import { HELP, type Options, type Part, readOptions } from './options.ts'
import { drawPlot } from './plot.ts'
import { readRecordings } from './recordings.ts'
import { describeCurves, describeReport, describeSet } from './report.ts'
import { loadScoring } from './scoring.ts'
import { hasRecordings, LONG_SETS, SETS } from './sets.ts'
import { describeViews, VIEW_HEADING } from './view-section.ts'

function note(line: string): void {
  process.stderr.write(`${line}\n`)
}

function read(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    note(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}

async function main(): Promise<void> {
  const options = read()
  if (!options) {
    console.log(HELP)
    return
  }
  if (!hasRecordings) {
    note('The recorded conversations were not found: nothing was measured.')
    return
  }
  const isAsked = (part: Part) => options.only === undefined || options.only === part
  if (isAsked('fold')) await runFold(options)
  if (isAsked('cost') && isWhole(options)) await runCost(options)
  if (isAsked('limit')) await runLimit(options)
  if (isAsked('view') && isWhole(options)) await runViews(options)
}

function isWhole(options: Options): boolean {
  return options.limit === undefined && options.sets.length === 0
}

async function runFold(options: Options): Promise<void> {
  const measurement = await measure(options, note)
  const { results, panels, missing, faults } = measurement
  for (const fault of faults) note(`WRONG: ${fault}`)
  if (faults.length) process.exitCode = 1
  else if (isWhole(options)) {
    write(withFold(existing(), describeReport({ results, panels, missing })))
    writeFileSync(new URL('../quality.svg', import.meta.url), drawPlot(panels))
    note('bench/QUALITY.md and bench/quality.svg are written.')
  }
  if (options.isJson) console.log(JSON.stringify(rowOf(measurement)))
  else {
    for (const result of results) console.log(`${result.set.title}\n${describeSet(result)}\n`)
    for (const panel of panels) console.log(`${panel.title} by budget\n${describeCurves(panel)}\n`)
  }
}

async function runCost(options: Options): Promise<void> {
  const scoring = await loadScoring()
  const costs = SETS.map((set) => {
    note(`${set.title}: the input bill`)
    const worlds = LONG_SETS.includes(set.name) ? [] : (['pauses', 'never', 'unasked'] as const)
    return measureSetCost(set, scoring, { worlds })
  })
  const section = describeCost(costs)
  write(withPart(existing(), COST_HEADING, section))
  note('bench/QUALITY.md is written.')
  console.log(options.isJson ? JSON.stringify({ costs }) : section)
}

/** Measures the cheapest schedule. With `--set` or `--limit` only these conversations are measured, and no file is written. */
async function runLimit(options: Options): Promise<void> {
  if (!isWhole(options) && options.only !== 'limit') return
  const scoring = await loadScoring()
  const sets = SETS.filter(({ name }) => !options.sets.length || options.sets.includes(name))
  const limits = sets.map((set) => {
    note(`${set.title}: the cheapest schedule`)
    return { set, limit: measureLimit(readRecordings(set.name), scoring, options.limit) }
  })
  const section = describeLimits(limits)
  if (isWhole(options)) {
    write(withPart(existing(), LIMIT_HEADING, section))
    note('bench/QUALITY.md is written.')
  }
  console.log(options.isJson ? JSON.stringify({ limits }) : section)
}

async function runViews(options: Options): Promise<void> {
  const rank = loadLexRankPackage()
  const missing = 'missing' in rank ? [`\`lexrank\` is left out: ${rank.missing}.`] : []
  note('the view of a transcript')
  const views = await measureViews(VIEW_SETS, { hasLexRank: true, packageRank: 'missing' in rank ? undefined : rank })
  const section = describeViews({ views, missing, labelled: loadLabelled(), languages: loadLanguages() })
  write(withPart(existing(), VIEW_HEADING, section))
  note('bench/QUALITY.md is written.')
  console.log(options.isJson ? JSON.stringify({ views, missing }) : section)
}

const DOCUMENT = new URL('../QUALITY.md', import.meta.url)

function existing(): string {
  return existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : ''
}

function write(document: string): void {
  writeFileSync(DOCUMENT, document)
}

/** The output of `--json`: the figures of a set by method, with the milliseconds of the proxy. */
function rowOf({ results, panels, missing, overheadMs, faults }: Measurement): object {
  const sets = results.map(({ set, conversations, rows }) => {
    const methods = rows.map(({ title, figures }) => ({ method: title.replace(/[*`]/g, ''), ...figures }))
    return { set: set.name, conversations, methods, overheadMs: overheadMs[set.name] ?? null }
  })
  return { sets, panels, missing, faults }
}

main().catch((error: unknown) => {
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
