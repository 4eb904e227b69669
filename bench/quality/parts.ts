import { measureViews } from '../tul1/measure-view.ts'
import { faultsOf } from '../tul1/view-floors.ts'
import { VIEW_SETS } from '../tul1/view-sets.ts'
import { costFaultsOf, measureSetCost, worldsHeld } from './cost-section.ts'
import type { Figures } from './figures.ts'
import { createOurs } from './ours.ts'
import { readRecordings } from './recordings.ts'
import { startReplayProxy } from './replay.ts'
import { loadScoring } from './scoring.ts'
import { type Bounds, LONG_SETS, type QualitySet, SAFETY, SETS } from './sets.ts'
import { replayInProcess } from './twin.ts'

/** Numbers of figures within and outside of their bounds. */
export interface Verdict {
  readonly passed: number
  readonly failed: number
}

/** Sets whose replay takes about as long as that of all others together. */
const LONG_REPLAYS = ['beam100k', 'stackexchange_sessions']

/**
 * The parts of `check:quality`, longest first, so that the cores finish at about the same time. Each runs in its own
 * process and prints a line for each set.
 */
export const PARTS: Readonly<Record<string, () => Promise<Verdict>>> = {
  'replay of other sets': () => checkReplays(SETS.filter(({ name }) => !LONG_REPLAYS.includes(name))),
  bills: checkCosts,
  'said again': checkAgain,
  ...Object.fromEntries(
    LONG_REPLAYS.map((name) => [`replay of ${name}`, () => checkReplays(SETS.filter((set) => set.name === name))]),
  ),
  views: checkViews,
  'replay in the other format': () =>
    checkReplays(
      SETS.filter(({ isChat }) => isChat),
      { isAnthropic: true },
    ),
}

/** Options for the other format, in which only safety is checked: one or two conversations with few questions. */
function optionsForSafety(set: string): string[] {
  return ['--limit', LONG_REPLAYS.includes(set) ? '1' : '2', '--questions', '2']
}

function optionsForCheck({ sample = {} }: QualitySet): string[] {
  const { conversations, questions } = sample
  return [
    ...(conversations === undefined ? [] : ['--limit', String(conversations)]),
    ...(questions === undefined ? [] : ['--questions', String(questions)]),
  ]
}

/** Replays sets through a running proxy, in their own format or in that of the messages API. */
async function checkReplays(sets: readonly QualitySet[], { isAnthropic = false } = {}): Promise<Verdict> {
  const faults: string[][] = []
  const proxy = await startReplayProxy()
  for (const set of sets) {
    const { name, isChat, bounds } = set
    const format = isAnthropic ? 'anthropic' : isChat ? 'openai' : undefined
    const part = isAnthropic ? optionsForSafety(name) : optionsForCheck(set)
    const options = [...(format ? ['--format', format] : []), ...part]
    const figures = await proxy.replay(name, options)
    const title = format ? `${name} (${format})` : name
    // The floors belong to the conversation's own format. In the other one, only `SAFETY` is checked.
    faults.push(...figureFaultsOf(title, figures, isAnthropic ? SAFETY : { ...SAFETY, ...bounds }))
    console.log(
      `${title.padEnd(36)} saved ${shown(figures.saved)} evidence ${shown(figures.evidence)} prefix ${shown(figures.prefix)} cost ${shown(figures.costOpenAi)} / ${shown(figures.costAnthropic)}`,
    )
  }
  await proxy.close()
  return verdictOn(faults)
}

/** Checks the bills of both objectives. */
async function checkCosts(): Promise<Verdict> {
  const scoring = await loadScoring()
  const faults = SETS.filter(({ name }) => !LONG_SETS.includes(name)).map((set) => {
    const cost = measureSetCost(set, scoring, { worlds: worldsHeld(set), conversations: set.sample?.conversations })
    const whole = (objective: 'tokens' | 'cost') => cost.always[objective].at(-1)!.sum[cost.price].toFixed(3)
    console.log(`${`bill of ${set.name}`.padEnd(36)} tokens ${whole('tokens')} cost ${whole('cost')}`)
    return costFaultsOf(cost)
  })
  return verdictOn(faults)
}

/** Checks the repeated values and lines of the next answers. */
async function checkAgain(): Promise<Verdict> {
  const scoring = await loadScoring()
  const faults: string[][] = []
  for (const { name, again } of SETS) {
    if (!again) continue
    const [figures] = await replayInProcess(readRecordings(name, again.conversations), [createOurs()], { scoring })
    const { valuesAgain, linesAgain } = figures!
    console.log(`${`said again in ${name}`.padEnd(36)} values ${shown(valuesAgain)} lines ${shown(linesAgain)}`)
    faults.push(againFaultsOf(`${name}: values`, valuesAgain, again.values))
    if (again.lines !== undefined) faults.push(againFaultsOf(`${name}: lines`, linesAgain, again.lines))
  }
  return verdictOn(faults)
}

function againFaultsOf(title: string, value: number | null, least: number): string[] {
  return value !== null && value >= least ? [] : [`said again in ${title} is ${value}, wanted >= ${least}`]
}

/** Checks the transcript views. */
async function checkViews(): Promise<Verdict> {
  // LexRank is omitted: on each set, the leading sentences or the start of the transcript keep more evidence.
  const faults = (await measureViews(VIEW_SETS, { hasLexRank: false })).map((figures) => {
    const { set, saved, evidence } = figures
    console.log(
      `${`the view of ${set.name}`.padEnd(36)} saved ${saved.toFixed(3)} evidence ${evidence.view?.toFixed(3) ?? '-'}`,
    )
    return faultsOf(figures).map((fault) => `the view of ${fault}`)
  })
  return verdictOn(faults)
}

/** For each bounded figure a list of faults, which is empty if the figure is within its bounds. */
function figureFaultsOf(title: string, figures: Figures, bounds: Bounds): string[][] {
  return Object.entries(bounds).map(([figure, { least, most }]) => {
    const value = figures[figure as keyof Figures]
    const isGood = value !== null && (least === undefined || value >= least) && (most === undefined || value <= most)
    const bound = least !== undefined ? `>= ${least}` : `<= ${most}`
    return isGood ? [] : [`${title}: ${figure} is ${value}, wanted ${bound}`]
  })
}

/** Prints the faults, and counts figures with and without. */
function verdictOn(checked: readonly (readonly string[])[]): Verdict {
  for (const fault of checked.flat()) console.log(`FAILED ${fault}`)
  const failed = checked.filter((faults) => faults.length).length
  return { passed: checked.length - failed, failed }
}

function shown(value: number | null): string {
  return value?.toFixed(3) ?? '-'
}
