import { VERSION } from '../config/version.ts'
import type { Interval } from '../experiment/statistics.ts'
import type { Judge } from './eval-calls.ts'
import type { FoundFacts, Score } from './score.ts'

/** The settings and results of a run for its report. */
export interface ReportedRun {
  readonly models: readonly string[]
  readonly judge: Judge | undefined
  readonly maxTokens: number
  /** Cost of this run and of those that it resumed, in dollars at list prices. */
  readonly dollars: number
  /** Failed requests by reason, without text of a conversation. */
  readonly failures: ReadonlyMap<string, number>
  /** Transcripts without a request to ask, with the reason. */
  readonly notes: readonly string[]
  readonly at: Date
}

/** The report in Markdown. It contains figures and file names, and no text of a conversation. */
export function reportOf(score: Score, run: ReportedRun): string {
  const failed = [...run.failures.values()].reduce((sum, count) => sum + count, 0)
  return [
    '# Answers from full and from folded histories',
    '',
    `Pleat ${VERSION}, ${run.at.toISOString().slice(0, 10)}. ${score.points} requests of ${score.transcripts} transcripts were asked with the full history and with the folded history. Only requests that the fold changes are asked.`,
    '',
    `- Models: ${run.models.join(', ')}; answers of at most ${run.maxTokens} tokens.`,
    `- Judge: ${run.judge ? `${run.judge.model}, asked about each pair in both orders` : 'none'}.`,
    `- Intervals are 95 %, over ${score.unit}.`,
    `- Cost: $${dollars(run.dollars)} at list prices.`,
    ...(failed > 0 ? [`- Left out because they failed: ${failed}.`] : []),
    '',
    ...factSection(score),
    ...judgeSection(score),
    ...costSection(score),
    ...transcriptSection(score),
    ...failureSection(run),
    ...noteSection(run),
  ].join('\n')
}

/** The score in a few lines for a terminal. */
export function summaryOf(score: Score): string {
  const { facts, verdicts, preference, factDifference, inputTokens } = score
  return [
    `Requests asked        ${score.points} of ${score.transcripts} transcripts`,
    `Exact facts           full ${share(facts.full)}, folded ${share(facts.folded)}${factDifference ? `; difference ${percentPoints(factDifference)}` : ''}`,
    ...(preference
      ? [
          `Judge                 folded better ${verdicts.folded}, full better ${verdicts.full}, no difference ${verdicts.same}, changed with the order ${verdicts.split}`,
        ]
      : []),
    `Input tokens          full ${count(inputTokens.full)}, folded ${count(inputTokens.folded)} (${savedPercent(inputTokens)} % saved)`,
  ].join('\n')
}

function factSection({ facts, factDifference, controlDifference }: Score): string[] {
  if ((facts.full?.of ?? 0) === 0) {
    return [
      '## Exact facts',
      '',
      'No request had facts to compare. A file of questions can define them (`--questions`).',
      '',
    ]
  }
  return [
    '## Exact facts',
    '',
    'Facts are those of the questions. Without questions, they are the numbers, dates, paths and identifiers that the recorded answer took from the history.',
    '',
    '| answers from | facts found | difference from full |',
    '|---|---|---|',
    `| the full history | ${share(facts.full)} | |`,
    `| the folded history | ${share(facts.folded)} | ${factDifference ? percentPoints(factDifference) : 'too few to say'} |`,
    ...(facts.control
      ? [
          `| the full history, asked again | ${share(facts.control)} | ${controlDifference ? percentPoints(controlDifference) : 'too few to say'} |`,
        ]
      : []),
    '',
    ...(facts.control ? ['The last row shows how much two answers to the same history differ.', ''] : []),
  ]
}

function judgeSection({ verdicts, preference }: Score): string[] {
  const judged = verdicts.folded + verdicts.full + verdicts.same + verdicts.split
  if (judged + verdicts.unreadable === 0) return []
  return [
    '## Judge',
    '',
    '| verdict | requests |',
    '|---|---|',
    `| folded better | ${verdicts.folded} |`,
    `| full better | ${verdicts.full} |`,
    `| no difference | ${verdicts.same} |`,
    `| changed with the order of the answers | ${verdicts.split} |`,
    `| not readable | ${verdicts.unreadable} |`,
    '',
    preference
      ? `Folded preferred minus full preferred: ${percentPoints(preference)} of the requests. Verdicts that changed with the order count as no preference.`
      : 'Too few verdicts for an interval.',
    '',
  ]
}

function costSection({ inputTokens, dollars: cost }: Score): string[] {
  if (inputTokens.full === 0) return []
  return [
    '## Input and cost',
    '',
    '| | full | folded | saved |',
    '|---|---|---|---|',
    `| input tokens by the provider | ${count(inputTokens.full)} | ${count(inputTokens.folded)} | ${savedPercent(inputTokens)} % |`,
    `| cost at list prices | $${dollars(cost.full)} | $${dollars(cost.folded)} | ${savedPercent(cost)} % |`,
    '',
    'Each request is asked separately and without a warm prompt cache, so this is not the bill of a conversation. `holdout` and the dashboard show that bill.',
    '',
  ]
}

function transcriptSection({ byTranscript }: Score): string[] {
  return [
    '## Transcripts',
    '',
    '| transcript | requests | facts: full | folded | folded better | full better | no difference |',
    '|---|---|---|---|---|---|---|',
    ...byTranscript.map(({ transcript, points, facts, verdicts }) => {
      const none = verdicts.same + verdicts.split
      return `| ${cell(transcript)} | ${points} | ${share(facts.full)} | ${share(facts.folded)} | ${verdicts.folded} | ${verdicts.full} | ${none} |`
    }),
    '',
  ]
}

function failureSection({ failures }: ReportedRun): string[] {
  return listSection(
    'Failed requests',
    [...failures].map(([reason, times]) => `${times} x ${reason}`),
  )
}

function noteSection({ notes }: ReportedRun): string[] {
  return listSection('Not asked', notes)
}

function listSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}`), '']
}

function share(facts: FoundFacts | undefined): string {
  if (!facts || facts.of === 0) return '-'
  return `${facts.found} of ${facts.of} (${((100 * facts.found) / facts.of).toFixed(1)} %)`
}

function percentPoints({ estimate, low, high }: Interval): string {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)}`
  return `${signed(estimate)} points (${signed(low)} to ${signed(high)})`
}

function savedPercent({ full, folded }: { readonly full: number; readonly folded: number }): string {
  return full === 0 ? '0' : (100 * (1 - folded / full)).toFixed(1)
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** Dollars with two decimals, or four for small amounts. */
export function dollars(value: number): string {
  return value.toFixed(value < 0.1 ? 4 : 2)
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\p{C}/gu, '?')
}
