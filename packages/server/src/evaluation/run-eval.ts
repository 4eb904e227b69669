import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PriceList } from '../money/prices.ts'
import { AnswersFile } from './answers-file.ts'
import { type CostEstimate, estimateCost } from './estimate-cost.ts'
import { answerCall, type EvalCall, type Judge, type Way } from './eval-calls.ts'
import type { EvalPoint } from './eval-point.ts'
import { reportOf } from './report.ts'
import { callsOf, runCalls } from './run-calls.ts'
import { dollarsFor, type Score, scoreAnswers } from './score.ts'
import { startEvalServer } from './start-eval-server.ts'

export interface EvalSettings {
  /** Where answers and the report are written. */
  readonly directory: string
  readonly ways: readonly Way[]
  readonly judge: Judge | undefined
  readonly maxTokens: number
  readonly concurrency: number
  readonly prices: PriceList
  /** Said in the report. */
  readonly notes: readonly string[]
}

/** A run whose requests are known, and nothing is asked yet. */
export interface PlannedEval {
  readonly points: readonly EvalPoint[]
  readonly settings: EvalSettings
  readonly answers: AnswersFile
  readonly estimate: CostEstimate
}

/** How far a run is. */
export interface EvalProgress {
  readonly done: number
  readonly of: number
  /** Spent by this run so far, in dollars. */
  readonly dollars: number
}

export interface EvalResult {
  readonly score: Score
  /** Of all answers that were compared, those of earlier runs included. */
  readonly dollars: number
  /** Path of the report. */
  readonly report: string
  readonly failures: ReadonlyMap<string, number>
}

/** Says what a run would ask and cost. Answers of an earlier run in the directory are not asked for again. */
export function planEval(points: readonly EvalPoint[], settings: EvalSettings): PlannedEval {
  mkdirSync(settings.directory, { recursive: true, mode: 0o700 })
  const answers = new AnswersFile(join(settings.directory, 'answers.jsonl'))
  const isKept = (point: EvalPoint, way: Way) => answers.find(answerCall(point, way).key) !== undefined
  return { points, settings, answers, estimate: estimateCost(points, settings, isKept) }
}

/**
 * Asks everything that is planned and writes the report.
 * @throws {WrongSetup} when a provider refuses the key or the model.
 */
export async function runEval(
  { points, settings, answers }: PlannedEval,
  {
    variables,
    onProgress,
  }: {
    readonly variables: Readonly<Record<string, string | undefined>>
    onProgress(progress: EvalProgress): void
  },
): Promise<EvalResult> {
  const { judge, prices, maxTokens } = settings
  const of = points.length * callsOf(settings)
  const spent = { done: 0, now: 0, all: 0 }
  const onCall = ({ call, answer, isNew }: Done) => {
    const dollars = dollarsFor(prices, call.model, answer?.usage)
    spent.done++
    spent.all += dollars
    if (isNew) spent.now += dollars
    onProgress({ done: spent.done, of, dollars: spent.now })
  }
  const server = await startEvalServer(variables)
  const { asked, failures } = await runCalls(points, { ...settings, target: server, answers, onCall }).finally(() =>
    server.close(),
  )
  onProgress({ done: of, of, dollars: spent.now })
  const score = scoreAnswers(asked, prices)
  const models = [...new Set(points.map(({ model }) => model))]
  const run = { models, judge, maxTokens, dollars: spent.all, failures, notes: settings.notes, at: new Date() }
  const report = join(settings.directory, 'report.md')
  writeFileSync(report, reportOf(score, run))
  return { score, dollars: spent.all, report, failures }
}

interface Done {
  readonly call: EvalCall
  readonly answer: Parameters<AnswersFile['add']>[1] | undefined
  readonly isNew: boolean
}
