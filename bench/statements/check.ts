/**
 * `npm run check:statements`: plays all talks through the core. Fails if a figure violates its bound in floors.json, or
 * if a probe fails on the whole conversation.
 */
import { parseArgs } from 'node:util'
import { figuresOf } from './figures.ts'
import { checkFloors, loadFloors } from './floors.ts'
import { loadTalks } from './load-talks.ts'
import { measureTalks } from './measure.ts'
import { wrongProbes } from './report.ts'

const HELP = `Usage: npm run check:statements

Play the talks of bench/statements/talks through the core, and compare the figures with bench/statements/floors.json. Takes
about a minute. \`npm run bench:statements -- --failures\` shows the probes that fail.

Options:
  --help    show this

Exits with 1 if a figure violates its bound or if a probe fails on the whole conversation, and with 2 for an unknown
option.`

try {
  if (parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help) {
    console.log(HELP)
    process.exit(0)
  }
} catch (error) {
  console.error(`error: ${(error as Error).message} See --help.`)
  process.exit(2)
}

const measured = measureTalks(loadTalks())
const floors = loadFloors()
const verdicts = checkFloors(figuresOf(measured), floors)
const wrong = wrongProbes(measured)
for (const probe of wrong) console.log(`FAILED on the whole conversation: ${probe}`)
for (const { name, value, isHeld } of verdicts) {
  console.log(`${isHeld ? 'passed' : 'FAILED'}: ${name} = ${value}, ${JSON.stringify(floors[name])}`)
}
const failed = wrong.length + verdicts.filter(({ isHeld }) => !isHeld).length
console.log(`${verdicts.length + wrong.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
