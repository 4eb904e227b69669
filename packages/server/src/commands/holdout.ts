import type { Command } from 'commander'
import { type Comparison, MEASURES, type MeasureName } from '../experiment/compare-groups.ts'
import type { Interval } from '../experiment/statistics.ts'
import { holdoutRow } from '../openapi/holdout-schemas.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatCount, formatTable } from './output.ts'
import { readCount } from './read-count.ts'
import { UsageError } from './usage-error.ts'

/** Adds `holdout`. */
export function addHoldout(program: Command, context: CommandContext): void {
  program
    .command('holdout')
    .description('Compare folded sessions with held-out sessions (PLEAT_HOLDOUT), which are never folded.')
    .option('--days <count>', 'compare sessions that began within this number of days', '30')
    .option('--detect <percent>', 'relative difference, in percent, that the comparison should be able to show', '5')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server holdout --days 14 --detect 2')
    .action(async (options: { days: string; detect: string }) => {
      const days = readCount(options.days, { option: '--days', most: 90 })
      const detectable = readPercent(options.detect)
      // Loaded here, because the core would take most of the time of other commands.
      const { readComparison } = await import('../experiment/read-comparison.ts')
      await withStore(context, async (store, { holdoutShare }) => {
        const query = { days, detectable, holdoutShare }
        const comparison = await readComparison(store.holdout, { ...query, now: Date.now() })
        context.output.result(holdoutRow(comparison, query), () => describe(comparison, query))
      })
    })
}

function readPercent(text: string): number {
  if (/^\d{1,2}(?:\.\d{1,4})?$/.test(text) && Number(text) > 0) return Number(text) / 100
  throw new UsageError(`--detect must be a percentage above 0 and below 100, not "${text}"`)
}

function describe(
  { foldedSessions, heldOutSessions, measures }: Comparison,
  { days, detectable, holdoutShare }: { days: number; detectable: number; holdoutShare: number },
): string {
  const found = `${formatCount(foldedSessions)} folded and ${formatCount(heldOutSessions)} held-out sessions of at least 5 turns began in the last ${days} days.`
  const setting =
    holdoutShare > 0 ? `${formatCount(holdoutShare * 100)} % of the sessions are held out.` : NONE_HELD_OUT
  if (foldedSessions < 2 || heldOutSessions < 2) return `${setting}\n${found}\nEach group needs at least two sessions.`
  const head = ['MEASURE', 'FOLDED', 'HELD OUT', 'DIFFERENCE', '95 % INTERVAL', 'SESSIONS STILL NEEDED', 'UNIT']
  const rows = (Object.keys(MEASURES) as MeasureName[]).map((name) => {
    const { folded, heldOut, relative, difference, sessionsStillNeeded } = measures[name]
    const shown = relative ? asPercents(relative) : asNumbers(difference)
    const needed = sessionsStillNeeded === undefined ? '-' : formatCount(sessionsStillNeeded)
    return [name, significant(folded), significant(heldOut), ...shown, needed, MEASURES[name].unit]
  })
  const footer = `Sessions still needed: to show a difference of ${formatCount(detectable * 100)} % in 4 of 5 cases.`
  return `${setting}\n${found}\n\n${formatTable(head, rows)}\n\n${footer}`
}

const NONE_HELD_OUT = 'No sessions are held out now. PLEAT_HOLDOUT=5% would hold out one in twenty.'

function asPercents({ estimate, low, high }: Interval): [string, string] {
  return [percent(estimate), `${percent(low)} to ${percent(high)}`]
}

function asNumbers(interval: Interval | undefined): [string, string] {
  if (interval === undefined) return ['-', '-']
  return [significant(interval.estimate), `${significant(interval.low)} to ${significant(interval.high)}`]
}

function percent(share: number): string {
  const value = Math.round(share * 1000) / 10
  return `${value > 0 ? '+' : ''}${value} %`
}

function significant(value: number | undefined): string {
  return value === undefined ? '-' : formatCount(Number(value.toPrecision(4)))
}
