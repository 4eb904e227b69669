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

How much of recorded conversations is kept after the fold. Every request of every conversation goes through the running
proxy to a stand-in provider. The request that arrives there is compared with the messages that the next answer needs.
Every fold is free here (\`PLEAT_CACHE_PRICES=none\`), so as much as possible is folded. Under "The input bill", the prices of a
cache bound the folds. \`npm run bench:quality\` writes this page; the figures are the same on every machine.
[SPEED.md](SPEED.md) has the time that a fold takes.

The other methods get, for each request, the number of tokens that Pleat sent, and use as many of them as they can:

- *keep the newest*: the newest messages that fit, beside the instructions.
- *\`trimMessages\`* of LangChain does the same, and begins with a message of the user where there are no tools.
- *BM25*: the messages that match the newest one best.
- *mask old tool results*: the oldest tool results become a mark until the rest fits. What is not a tool result stays.
- *\`pruneMessages\`* of the AI SDK: tool calls and results are removed before the last N messages; N is the largest that fits.

The last two have nothing to do in conversations without tools.
`

const LEGEND = `## What the columns say

| column | meaning |
|---|---|
| at 10, at 15, from 10 on | saved: share of the input tokens that is not sent, at turn 10, at turn 15, and from turn 10 on; "from 10 on" of sessions with tools leaves the instructions out, which are never touched |
| at questions | saved, in the requests that the next three columns are about |
| evidence | share of the messages a question needs that are still there (80 % of their content words in one place); in sessions with tools, share of the exact strings a later tool call used that were still there |
| strict | the same, with every number and every negation |
| answer | the words of a short answer are there |
| prefix | share of a request that is byte for byte the start of the one before, from turn 10 on |
| cost O, cost A | the input bill relative to sending everything with the provider's cache on: reading 0.1 of the price (O, from 1,024 tokens on), and the same with writing at 1.25 (A) |
| values again, lines again | of the numbers and identifiers, and of the lines of 20 characters and more, that the recorded next answer takes from the conversation before: share that was still there, from turn 6 on; measured in process |
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

Pleat with the shares of its policy scaled, and the others with as many tokens; both in the requests that ask.

${tables.join('\n')}`
}
