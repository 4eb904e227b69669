/**
 * The gate on statements: plays all talks through the core. Fails if a figure passes its floor in floors.json, or if a probe
 * does not hold on the whole conversation.
 */
import { figuresOf } from './figures.ts'
import { checkFloors, loadFloors } from './floors.ts'
import { loadTalks } from './load-talks.ts'
import { measureTalks } from './measure.ts'
import { wrongProbes } from './report.ts'

const measured = measureTalks(loadTalks())
const floors = loadFloors()
const verdicts = checkFloors(figuresOf(measured), floors)
const wrong = wrongProbes(measured)
for (const probe of wrong) console.log(`FAILED: the whole conversation does not hold ${probe}`)
for (const { name, value, isHeld } of verdicts) {
  console.log(`${isHeld ? 'passed' : 'FAILED'}: ${name} = ${value}, ${JSON.stringify(floors[name])}`)
}
const failed = wrong.length + verdicts.filter(({ isHeld }) => !isHeld).length
console.log(`${verdicts.length + wrong.length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
