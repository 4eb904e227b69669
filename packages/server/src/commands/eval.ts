import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { EvalPoint } from '../evaluation/eval-point.ts'
import type { EvalResult, PlannedEval } from '../evaluation/run-eval.ts'
import { type CommandContext, foldParts } from './command-context.ts'
import { confirm } from './confirm.ts'
import { type EvalOptions, readEvalOptions, type TypedEvalOptions } from './eval-options.ts'
import { estimateRow, resultRow } from './eval-rows.ts'
import { formatCount } from './output.ts'
import { createProgressBar } from './progress-bar.ts'
import { FORMAT_NAMES } from './read-format.ts'
import { readTextFile } from './read-text-file.ts'
import { UsageError } from './usage-error.ts'

const EXAMPLES = `
The server that is measured runs inside this command, with the providers and keys of your settings
(PLEAT_OPENAI_URL, OPENAI_API_KEY, PLEAT_UPSTREAMS and so on). Transcripts are request bodies, arrays of messages,
JSON Lines of bodies or messages, or transcripts of Claude Code. Their text goes to your provider and to the judge, and
the answers are kept in the directory of --out, which only you can read. An interrupted run resumes where it stopped.

Your own questions, one JSON object per line:
  {"ask": "What is the door code?", "facts": ["4821"]}
  {"transcript": "talk.json", "ask": "When do we leave?", "facts": [["17 October", "October 17"]]}

Example:
  pleat-server eval talks/*.json --estimate
  pleat-server eval talks/*.json --judge claude-opus-5-5 --max-cost 5
  pleat-server eval talk.jsonl --model gpt-5.5 --questions questions.jsonl --yes`

/** Adds `eval`. */
export function addEval(program: Command, context: CommandContext): void {
  program
    .command('eval')
    .description(
      'Ask a model with the full and with the folded history of your own transcripts, and compare the answers by exact facts and by a judge. Shows the cost first.',
    )
    .argument('<transcripts...>', 'files, each with one conversation')
    .option('--model <name>', 'the model that answers (default: that of each transcript)')
    .option('--format <wire>', `${FORMAT_NAMES}; only for files whose format is ambiguous`)
    .option('--judge <model>', 'a model that compares each pair of answers, in both orders')
    .option('--judge-format <wire>', `the API of the judge: ${FORMAT_NAMES} (default: by its name)`)
    .option('--judge-conversation', 'show the judge the whole conversation; costs more')
    .option('--questions <file>', "ask these questions and not the transcripts' own requests")
    .option('--requests <count>', 'requests of one transcript that are asked again', '5')
    .option('--max-tokens <count>', 'longest answer, in tokens', '1024')
    .option('--control', 'ask with the full history a second time, to show how much answers vary')
    .option('--concurrency <count>', 'requests at a time', '4')
    .option('--max-cost <dollars>', 'do not start if the highest possible cost is more')
    .option('--out <directory>', 'directory of answers and report', 'pleat-eval')
    .option('--estimate', 'show calls, tokens and cost, and send nothing')
    .option('--yes', 'start without confirmation')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], typed: TypedEvalOptions) => evaluate(context, files, typed))
}

async function evaluate(context: CommandContext, files: readonly string[], typed: TypedEvalOptions): Promise<void> {
  const options = readEvalOptions(typed)
  const { output } = context
  const planned = await plan(context, files, options)
  const { estimate, points } = planned
  if (points.length === 0) {
    throw new Error('nothing to ask: the fold changes no request of these transcripts. Use longer conversations')
  }
  if (typed.estimate) return output.result(estimateRow(planned), () => describeEstimate(planned))
  output.note(describeEstimate(planned))
  if (options.maxCost !== undefined && estimate.mostDollars > options.maxCost) {
    const most = `$${estimate.mostDollars.toFixed(2)}`
    throw new Error(`the highest possible cost, ${most}, exceeds --max-cost ${options.maxCost}; lower --requests`)
  }
  if (!typed.yes && !(await confirm('Start?', { ...context.streams, instead: '--yes' }))) {
    throw new Error('not confirmed, so nothing was sent; add --yes to start without the question')
  }
  const result = await run(context, planned)
  const { summaryOf, dollars } = await import('../evaluation/report.ts')
  output.result(resultRow(result, planned), () =>
    [
      summaryOf(result.score),
      `Cost                  $${dollars(result.dollars)}`,
      `Report                ${result.report}`,
    ].join('\n'),
  )
  const failed = [...result.failures.values()].reduce((sum, times) => sum + times, 0)
  if (failed > 0) {
    throw new Error(
      `${failed} of ${points.length} requests failed and are not in the report; run it again to retry them. The first failure: ${result.firstFailure}`,
    )
  }
}

async function plan(context: CommandContext, files: readonly string[], options: EvalOptions): Promise<PlannedEval> {
  // Loaded here, because the core would take most of the time of other commands.
  const [{ readPoints }, { MissingModel, readWholeTranscript }, { readQuestions }, { planEval }, { loadPrices }] =
    await Promise.all([
      import('../evaluation/read-points.ts'),
      import('../explain/read-transcript.ts'),
      import('../evaluation/questions-file.ts'),
      import('../evaluation/run-eval.ts'),
      import('../money/price-file.ts'),
    ])
  const { pricesFile } = readConfig(context.variables)
  const { model, format: wanted, requests: most, maxTokens } = options
  const questions = options.questions === undefined ? [] : readQuestions(readTextFile(options.questions))
  const parts = await foldParts()
  const notes: string[] = []
  const points = files.flatMap((file): readonly EvalPoint[] => {
    const name = transcriptName(file, files)
    try {
      const request = readWholeTranscript(readTextFile(file), { wanted, model })
      const found = readPoints(parts, { name, request }, { most, maxTokens, model, questions })
      if (found.length === 0) notes.push(`${name}: the fold changes none of its requests`)
      return found
    } catch (error) {
      if (error instanceof MissingModel) throw new UsageError(`${file} names no model; add --model <name>`)
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
    }
  })
  for (const note of notes) context.output.note(note)
  const directory = resolve(options.directory)
  return planEval(points, { ...options, directory, prices: loadPrices(pricesFile), notes })
}

/** The name of a file in questions and in the report: with its path if another file has the same name. */
function transcriptName(file: string, files: readonly string[]): string {
  const name = basename(file)
  return files.filter((other) => basename(other) === name).length > 1 ? file : name
}

async function run({ variables, streams }: CommandContext, planned: PlannedEval): Promise<EvalResult> {
  const { runEval } = await import('../evaluation/run-eval.ts')
  const bar = createProgressBar(streams.stderr)
  const startedAt = performance.now()
  try {
    return await runEval(planned, {
      variables,
      onProgress({ done, of, dollars }) {
        const leftMs = done === 0 ? 0 : ((performance.now() - startedAt) / done) * (of - done)
        const minutes = Math.ceil(leftMs / 60_000)
        bar.draw({ done, of, note: `$${dollars.toFixed(3)} spent${done < of ? `, about ${minutes} min left` : ''}` })
      },
    })
  } finally {
    bar.end()
  }
}

function describeEstimate({ points, estimate }: PlannedEval): string {
  const transcripts = new Set(points.map(({ transcript }) => transcript)).size
  return [
    `${formatCount(points.length)} requests of ${formatCount(transcripts)} transcripts, ${formatCount(estimate.calls)} calls, ${formatCount(estimate.inputTokens)} input tokens.`,
    `Cost at list prices: about $${estimate.dollars.toFixed(2)}, at most $${estimate.mostDollars.toFixed(2)}.`,
  ].join('\n')
}
