/**
 * Measures the savings and the kept evidence of the view and of methods that need no other package:
 * `node bench/tul1/run.ts [--json] [--check] [set ...]`. With `--check`, exits with 1 if a figure is below its floor or nothing
 * was measured. With `--json`, standard output is JSON alone.
 */
import { parseArgs } from 'node:util'
import { selected } from '../options.ts'
import { measureViews } from './measure-view.ts'
import { faultsOfAll } from './view-floors.ts'
import { METHODS, VIEW_SETS } from './view-sets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
})
const wanted = selected(
  'A set',
  positionals,
  VIEW_SETS.map(({ name }) => name),
)
const sets = VIEW_SETS.filter(({ name }) => wanted.includes(name))
const rows = await measureViews(sets, { hasLexRank: true })
if (values.json) console.log(JSON.stringify(rows, null, 2))
else {
  for (const { set, turns, saved, evidence, strict } of rows) {
    const figures = METHODS.flatMap((method) =>
      evidence[method] === undefined ? [] : [`${method} ${evidence[method]} (strict ${strict[method]})`],
    )
    console.log([set.name.padEnd(23), `${turns} messages, saved ${saved}`, ...figures].join(', '))
  }
}
const faults = faultsOfAll(rows)
for (const fault of faults) console.error(`FAILED ${fault}`)
if (values.check) process.exitCode = faults.length ? 1 : 0
