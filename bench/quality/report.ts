import { type Replayed, shown } from './figures.ts'
import type { QualitySet } from './sets.ts'
import type { Curve } from './sweep.ts'

/** One method on one set. */
export interface Row {
  readonly title: string
  readonly figures: Replayed
}

export interface SetResult {
  readonly set: QualitySet
  readonly conversations: number
  readonly rows: readonly Row[]
}

/** One panel of the plot. */
export interface Panel {
  readonly title: string
  readonly curves: readonly Curve[]
}

const HEAD = [
  '',
  'at 10',
  'at 15',
  'from 10 on',
  'at questions',
  'evidence',
  'strict',
  'answer',
  'prefix',
  'cost O',
  'cost A',
  'values again',
  'lines again',
]

/** One set as a table with a row per method. */
export function describeSet({ set, rows }: SetResult): string {
  const lines = rows.map(({ title, figures }) => {
    const saved = set.isChat ? figures.saved : figures.savedHistory
    const { savedAt10, savedAt15, savedAtQuestions, evidence, strict, answer, prefix } = figures
    const cells = [savedAt10, savedAt15, saved, savedAtQuestions, evidence, strict, answer, prefix]
    const again = [figures.valuesAgain, figures.linesAgain]
    return tableLine([title, ...[...cells, figures.costOpenAi, figures.costAnthropic, ...again].map(shown)])
  })
  return [tableLine(HEAD), tableLine(HEAD.map((_, column) => (column ? '--:' : ':--'))), ...lines].join('\n')
}

/** The points of the plot as a table. */
export function describeCurves({ curves }: Panel): string {
  const scales = curves[0]?.points ?? []
  const head = ['share of tokens sent', ...scales.map(({ kept }) => shown(kept))]
  const lines = curves.map(({ title, points }) => tableLine([title, ...points.map(({ evidence }) => shown(evidence))]))
  return [tableLine(head), tableLine(head.map((_, column) => (column ? '--:' : ':--'))), ...lines].join('\n')
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

const INTRODUCTION = `# Quality

This page shows how much of recorded conversations a fold keeps. Every request of every conversation goes through the running
proxy to a stand-in provider. The request that arrives there is compared with the messages that the next answer needs. Every fold
is free here (\`PLEAT_CACHE_PRICES=none\`), so as much as possible is folded. Only under "The input bill" do the prices of a cache
limit the folds. \`npm run bench:quality\` writes this page; the figures are the same on every machine. [SPEED.md](SPEED.md) lists
the times of folds.

The other methods get, for each request, the number of tokens that Pleat sent, and use as many of them as they can:

- *keep the newest*: the instructions, and the newest messages that fit.
- *\`trimMessages\`* of LangChain: the same, but conversations without tools begin with a user message.
- *BM25*: the messages that match the newest message best.
- *mask old tool results*: the oldest tool results are replaced with a mark, until the request fits. All other messages stay.
- *\`pruneMessages\`* of the AI SDK: tool calls and results are removed before the last N messages; N is the largest that fits.

The last two do not apply to conversations without tools.
`

const LEGEND = `## What the columns say

| column | meaning |
|---|---|
| at 10, at 15, from 10 on | saved: share of the input tokens that are not sent, at turn 10, at turn 15, and from turn 10 on; for sessions with tools, "from 10 on" does not count the instructions, which never change |
| at questions | saved, in the requests that ask the questions of the next three columns |
| evidence | share of the messages needed for a question that are still in the request (80 % of their content words in one place); in sessions with tools, share of the exact strings used by a later tool call that are still in the request |
| strict | the same, but every number and every negation must be kept too |
| answer | share of the short answers whose words are still in the request |
| prefix | share of a request that is byte for byte the start of the previous one, from turn 10 on |
| cost O, cost A | the input bill relative to sending everything, both with the provider's cache: reading costs 0.1 of the price, from 1,024 tokens on (O); in addition, writing costs 1.25 of the price (A) |
| values again, lines again | the recorded next answer repeats numbers, identifiers and lines of at least 20 characters from the conversation: share of the numbers and identifiers, and of the lines, that are still in the request, from turn 6 on; measured in process |
`

/** The whole document, which is the same for the same figures. */
export function describeReport(report: {
  readonly results: readonly SetResult[]
  readonly panels: readonly Panel[]
  readonly missing: readonly string[]
}): string {
  const sets = report.results.map((result) => {
    const { set, conversations } = result
    const kind = set.isChat ? '' : ', with tools'
    return `## ${set.title}\n\n${conversations} conversations${kind}\n\n${describeSet(result)}\n`
  })
  const missing = report.missing.map((line) => `${line}\n`)
  return [INTRODUCTION, ...missing, ...sets, describePlot(report.panels), LEGEND].filter(Boolean).join('\n')
}

function describePlot(panels: readonly Panel[]): string {
  if (!panels.length) return ''
  const tables = panels.map((panel) => `${panel.title}:\n\n${describeCurves(panel)}\n`)
  return `## Evidence by budget

![Share of the evidence that is kept against share of the tokens that are sent](quality.svg)

For each column, the shares in Pleat's policy are scaled, and the other methods get the same number of tokens. Only requests that
ask a question count.

${tables.join('\n')}`
}
