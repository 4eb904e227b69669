/**
 * Measures the savings and the kept evidence of the view and of methods that need no other package:
 * `node bench/tul1/run.ts [--json] [--check] [set ...]`. With `--check`, exits with 1 if a figure is below its floor.
 */
import { measureViews } from './measure-view.ts'
import { faultsOf } from './view-floors.ts'
import { METHODS, VIEW_SETS } from './view-sets.ts'

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const sets = VIEW_SETS.filter(({ name }) => !wanted.length || wanted.includes(name))
const rows = await measureViews(sets, { hasLexRank: true })
if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2))
else if (!rows.length) console.log('skipped: the data was not found')
for (const { set, turns, saved, evidence, strict } of rows) {
  const figures = METHODS.flatMap((method) =>
    evidence[method] === undefined ? [] : [`${method} ${evidence[method]} (strict ${strict[method]})`],
  )
  console.log([set.name.padEnd(23), `${turns} messages, saved ${saved}`, ...figures].join(', '))
}
const faults = rows.flatMap(faultsOf)
for (const fault of faults) console.log(`FAILED ${fault}`)
if (process.argv.includes('--check')) process.exitCode = faults.length ? 1 : 0
