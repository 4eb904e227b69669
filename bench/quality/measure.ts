import { differing, type Measured, shown } from './figures.ts'
import { type Baselines, loadBaselines } from './methods.ts'
import type { Options } from './options.ts'
import { createOurs } from './ours.ts'
import { readRecordings } from './recordings.ts'
import { type ReplayProxy, startReplayProxy } from './replay.ts'
import type { Panel, SetResult } from './report.ts'
import { loadScoring, type Scoring } from './scoring.ts'
import { type QualitySet, SETS } from './sets.ts'
import { sweepBudgets } from './sweep.ts'
import { replayInProcess } from './twin.ts'

/** All measurements. */
export interface Measurement {
  readonly results: readonly SetResult[]
  readonly panels: readonly Panel[]
  /** One line for each package that could not be installed. */
  readonly missing: readonly string[]
  /** Milliseconds in the proxy, as it reports them, by set. They differ from run to run. */
  readonly overheadMs: Readonly<Record<string, { readonly p50: number; readonly p95: number }>>
  /** Faults: refused requests, and figures in which the proxy and the fold differ. */
  readonly faults: readonly string[]
}

interface Bench {
  readonly scoring: Scoring
  readonly baselines: Baselines
  readonly proxy: ReplayProxy | undefined
  readonly options: Options
  note(line: string): void
}

/** Sets with questions at the end, which the plot shows. */
const PLOTTED = ['locomo', 'beam100k']

/** Measures according to the options. `note` receives progress lines. */
export async function measure(options: Options, note: (line: string) => void): Promise<Measurement> {
  const scoring = await loadScoring()
  const baselines = await loadBaselines(scoring)
  for (const line of baselines.missing) note(line)
  const proxy = options.isInProcess ? undefined : await startReplayProxy()
  const bench: Bench = { scoring, baselines, proxy, options, note }
  const sets = SETS.filter(({ name }) => !options.sets.length || options.sets.includes(name))
  const results: SetResult[] = []
  const overheadMs: Record<string, { p50: number; p95: number }> = {}
  const faults: string[] = []
  try {
    for (const set of sets) {
      const measured = await measureSet(bench, set)
      results.push(measured.result)
      faults.push(...measured.faults)
      if (measured.overheadMs) overheadMs[set.name] = measured.overheadMs
    }
  } finally {
    await proxy?.close()
  }
  const panels = []
  for (const set of sets.filter(({ name }) => PLOTTED.includes(name))) panels.push(await sweepSet(bench, set))
  return { results, panels, missing: baselines.missing, overheadMs, faults }
}

async function measureSet({ scoring, baselines, proxy, options, note }: Bench, set: QualitySet) {
  const recordings = readRecordings(set.name, options.limit)
  const methods = [createOurs(), ...baselines.of(recordings)]
  note(`${set.title}: ${recordings.length} conversations by ${methods.length} methods`)
  const measured = await replayInProcess(recordings, methods, { scoring })
  const rows = methods.map(({ title }, place) => ({ title, figures: measured[place]! }))
  const faults = rows
    .filter(({ figures }) => figures.refused > 0)
    .map(({ title, figures }) => `${set.title}: ${figures.refused} requests of ${title} would be refused.`)
  if (!proxy) return { result: { set, conversations: recordings.length, rows }, faults, overheadMs: undefined }
  note(`${set.title}: through the proxy`)
  const limit = options.limit === undefined ? [] : ['--limit', String(options.limit)]
  const { overheadMs, failed, bodyDiffers, problems, headerGap: _, ...figures } = await proxy.replay(set.name, limit)
  const wrong = failed + bodyDiffers + problems
  if (wrong) faults.push(`${set.title}: ${wrong} requests went wrong in the proxy.`)
  faults.push(...disagreements(set, figures, measured[0]!))
  // Figures of the replay in process are combined with those of the proxy.
  rows[0] = { ...rows[0]!, figures: { ...measured[0]!, ...figures } }
  note(`${set.title}: the proxy took ${overheadMs.p50} ms (p50), ${overheadMs.p95} ms (p95)`)
  return { result: { set, conversations: recordings.length, rows }, faults, overheadMs }
}

function disagreements(set: QualitySet, proxied: Measured, direct: Measured): string[] {
  return differing(proxied, direct).map(
    (name) => `${set.title}: ${name} is ${shown(proxied[name])} through the proxy and ${shown(direct[name])} without.`,
  )
}

async function sweepSet({ scoring, baselines, options, note }: Bench, set: QualitySet): Promise<Panel> {
  const recordings = readRecordings(set.name, options.limit)
  const curves = await sweepBudgets(recordings, baselines.of(recordings), {
    scoring,
    onScale: (scale) => note(`${set.title}: budget times ${scale}`),
  })
  return { title: set.title, curves }
}
