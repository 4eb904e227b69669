import type { EvalResult, PlannedEval } from '../evaluation/run-eval.ts'
import type { FoundFacts } from '../evaluation/score.ts'
import type { Interval } from '../experiment/statistics.ts'

/** The output of `eval --estimate --json`. */
export function estimateRow({ points, estimate }: PlannedEval): object {
  return {
    requests: points.length,
    calls: estimate.calls,
    input_tokens: estimate.inputTokens,
    dollars: estimate.dollars,
    most_dollars: estimate.mostDollars,
  }
}

/** The output of `eval --json`. */
export function resultRow({ score, dollars, report, failures }: EvalResult, planned: PlannedEval): object {
  const { facts, factDifference, controlDifference, verdicts, preference, inputTokens } = score
  return {
    requests: score.points,
    transcripts: score.transcripts,
    interval_over: score.unit,
    facts: {
      full: factRow(facts.full),
      folded: factRow(facts.folded),
      control: factRow(facts.control),
      difference: intervalRow(factDifference),
      control_difference: intervalRow(controlDifference),
    },
    judge: planned.settings.judge
      ? { model: planned.settings.judge.model, verdicts, preference: intervalRow(preference) }
      : null,
    input_tokens: inputTokens,
    dollars,
    estimate: estimateRow(planned),
    failures: Object.fromEntries(failures),
    report,
  }
}

function factRow(facts: FoundFacts | undefined): object | null {
  return facts ? { found: facts.found, of: facts.of } : null
}

function intervalRow(interval: Interval | undefined): Interval | null {
  return interval ?? null
}
