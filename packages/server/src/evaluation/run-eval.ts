import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PriceList } from '../money/prices.ts'
import { AnswersFile } from './answers-file.ts'
import { type CostEstimate, estimateCost } from './estimate-cost.ts'
import { answerCall, type EvalCall, type Judge, type Variant } from './eval-calls.ts'
import type { EvalPoint } from './eval-point.ts'
import { reportOf } from './report.ts'
import { callsOf, type RunResult, runCalls } from './run-calls.ts'
import { dollarsFor, type Score, scoreAnswers } from './score.ts'
import { startEvalServer } from './start-eval-server.ts'

export interface EvalSettings {
  /** Directory of answers and report. */
  readonly directory: string
  readonly variants: readonly Variant[]
  readonly judge: Judge | undefined
  readonly maxTokens: number
  readonly concurrency: number
  readonly prices: PriceList
  /** Notes for the report. */
  readonly notes: readonly string[]
}

/** A run before its first request. */
export interface PlannedEval {
  readonly points: readonly EvalPoint[]
  readonly settings: EvalSettings
  readonly answers: AnswersFile
  readonly estimate: CostEstimate
}

/** Progress of a run in calls. */
export interface EvalProgress {
  readonly done: number
  readonly of: number
  /** Cost of this run so far, in dollars. */
  readonly dollars: number
}

export interface EvalResult extends Pick<RunResult, 'failures' | 'firstFailure'> {
  readonly score: Score
  /** Cost of all compared answers in dollars, those of earlier runs included. */
  readonly dollars: number
  /** Path of the report. */
  readonly report: string
}

/** Plans a run and estimates its cost. Answers of earlier runs in the directory are reused. */
export function planEval(points: readonly EvalPoint[], settings: EvalSettings): PlannedEval {
  mkdirSync(settings.directory, { recursive: true, mode: 0o700 })
  const answers = new AnswersFile(join(settings.directory, 'answers.jsonl'))
  const isKept = (point: EvalPoint, variant: Variant) => answers.find(answerCall(point, variant).key) !== undefined
  return { points, settings, answers, estimate: estimateCost(points, settings, isKept) }
}

/**
 * Runs the plan and writes the report.
 * @throws {SetupError} when a provider refuses the key or the model.
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
  const options = { ...settings, target: server, answers, onCall }
  const { asked, failures, firstFailure } = await runCalls(points, options).finally(() => server.close())
  onProgress({ done: of, of, dollars: spent.now })
  const score = scoreAnswers(asked, prices)
  const models = [...new Set(points.map(({ model }) => model))]
  const run = { models, judge, maxTokens, dollars: spent.all, failures, notes: settings.notes, at: new Date() }
  const report = join(settings.directory, 'report.md')
  writeFileSync(report, reportOf(score, run), { mode: 0o600 })
  return { score, dollars: spent.all, report, failures, firstFailure }
}

interface Done {
  readonly call: EvalCall
  readonly answer: Parameters<AnswersFile['add']>[1] | undefined
  readonly isNew: boolean
}
