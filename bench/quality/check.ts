/**
 * The gate on quality: replays every recorded set through a running proxy and fails when a deterministic figure is out of
 * its bounds. Skips, saying so, where the recordings are not there.
 */
import { measureViews } from '../tul1/measure-view.ts'
import { faultsOf } from '../tul1/view-floors.ts'
import { VIEW_SETS } from '../tul1/view-sets.ts'
import { costFaultsOf, measureSetCost, worldsHeld } from './cost-section.ts'
import type { Figures } from './figures.ts'
import { startReplayProxy } from './replay.ts'
import { loadScoring } from './scoring.ts'
import { type Bounds, isBenchThere, SAFETY, SETS } from './sets.ts'

if (!isBenchThere) {
  console.log('The recorded conversations are not here: quality was not measured.')
  console.log('0 passed, 0 failed, 1 skipped')
  process.exit(0)
}

let passed = 0
let failed = 0
const proxy = await startReplayProxy()
for (const set of SETS) {
  const runs = set.isChat ? ['openai', 'anthropic'] : [undefined]
  for (const format of runs) {
    const figures = await proxy.replay(set.name, format ? ['--format', format] : [])
    // The floors were set in the conversation's own format; the other one has to be as safe.
    check(
      `${set.name}${format ? ` (${format})` : ''}`,
      figures,
      format === 'anthropic' ? SAFETY : { ...SAFETY, ...set.bounds },
    )
  }
}
await proxy.close()
const scoring = await loadScoring()
for (const set of SETS) {
  const cost = measureSetCost(set, scoring, worldsHeld(set))
  const faults = costFaultsOf(cost)
  for (const fault of faults) console.log(`FAILED objective cost of ${fault}`)
  if (faults.length) failed++
  else passed++
  const whole = cost.always.at(-1)!
  console.log(
    `${`objective cost of ${set.name}`.padEnd(36)} ${whole.openAi.toFixed(3)} / ${whole.anthropic.toFixed(3)}`,
  )
}
for (const figures of await measureViews(VIEW_SETS, undefined)) {
  const faults = faultsOf(figures)
  for (const fault of faults) console.log(`FAILED the view of ${fault}`)
  if (faults.length) failed++
  else passed++
  const { set, saved, evidence } = figures
  console.log(
    `${`the view of ${set.name}`.padEnd(36)} saved ${saved.toFixed(3)} evidence ${evidence.view?.toFixed(3) ?? '-'}`,
  )
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

function check(name: string, figures: Figures, bounds: Bounds): void {
  for (const [figure, { least, most }] of Object.entries(bounds) as [
    keyof Figures,
    { least?: number; most?: number },
  ][]) {
    const value = figures[figure]
    const isGood = value !== null && (least === undefined || value >= least) && (most === undefined || value <= most)
    if (isGood) passed++
    else failed++
    const bound = least !== undefined ? `>= ${least}` : `<= ${most}`
    if (!isGood) console.log(`FAILED ${name}: ${figure} is ${value}, wanted ${bound}`)
  }
  const shown = (value: number | null): string => value?.toFixed(3) ?? '-'
  console.log(
    `${name.padEnd(36)} saved ${shown(figures.saved)} evidence ${shown(figures.evidence)} prefix ${shown(figures.prefix)} cost ${shown(figures.costOpenAi)} / ${shown(figures.costAnthropic)}`,
  )
}
