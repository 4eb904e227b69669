/**
 * What the view saves and what it keeps: `node bench/tul1/run.ts [--json] [set ...]`. Evidence is scored on view and raw
 * tail together, against LexRank, the leading sentences of every message and the start of the transcript, all at the
 * length of the view.
 */
import { encodingOf } from '../../packages/core/src/tokens/encoding.ts'
import { enhance } from '../../packages/core/src/tul1/enhance.ts'
import { keepByLexRank, keepLeading, keepStart } from './baselines.ts'
import { type Conversation, conversationsOf, loadScorer, type Scorer } from './score.ts'
import { sentencesOf } from './sentence.ts'

const SETS = ['locomo', 'beam100k', 'stackexchange_sessions', 'mtbench101_sessions', 'oasst_sessions']
const METHODS = ['view', 'lexRank', 'leading', 'start'] as const
type Method = (typeof METHODS)[number]

interface Figures {
  readonly set: string
  readonly conversations: number
  readonly turns: number
  /** Share of the tokens of the compressed messages. */
  readonly saved: number
  readonly evidence: Partial<Record<Method, number>>
  readonly strict: Partial<Record<Method, number>>
}

const { count } = encodingOf('o200k')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const scorer = await loadScorer()
const rows = (wanted.length ? wanted : SETS).flatMap((set) => figuresOf(set, scorer) ?? [])
if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2))
else if (rows.length) printTable(rows)
else console.log('skipped: the data is not here')

function figuresOf(set: string, score: Scorer | undefined): Figures | undefined {
  const conversations = conversationsOf(set)
  if (!conversations) return undefined
  const scores = { view: [], lexRank: [], leading: [], start: [] } as Record<
    Method,
    { evidence: number; strict: number }[]
  >
  let before = 0
  let after = 0
  let turns = 0
  for (const conversation of conversations) {
    const { serviceMd, rawTail, compressedTurns } = enhance({
      messages: conversation.messages,
      mode: 'balanced',
      count,
    })
    const contents = conversation.messages.slice(0, compressedTurns).map(({ content }) => content)
    const room = count(serviceMd)
    turns += compressedTurns
    after += room
    for (const content of contents) before += count(content)
    if (!score || !hasEvidence(conversation)) continue
    const tail = rawTail.map(({ content }) => content).join('\n')
    const sentences = sentencesOf(contents, count)
    scores.view.push(...score(conversation, `${serviceMd}\n${tail}`))
    scores.lexRank.push(...score(conversation, `${keepByLexRank(sentences, room)}\n${tail}`))
    scores.start.push(...score(conversation, `${keepStart(sentences, room)}\n${tail}`))
    scores.leading.push(...score(conversation, `${keepLeading(sentences, room)}\n${tail}`))
  }
  const means = (of: 'evidence' | 'strict'): Partial<Record<Method, number>> =>
    Object.fromEntries(
      METHODS.filter((method) => scores[method].length).map((method) => [
        method,
        mean(scores[method].map((each) => each[of])),
      ]),
    )
  return {
    set,
    conversations: conversations.length,
    turns,
    saved: round(1 - after / before),
    evidence: means('evidence'),
    strict: means('strict'),
  }
}

function hasEvidence({ qa }: Conversation): boolean {
  return qa.some((question) => question.evidence?.length)
}

function mean(values: readonly number[]): number {
  return round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

function printTable(rows: readonly Figures[]): void {
  console.log(
    '| set | compressed turns | tokens saved | evidence: view | LexRank | leading | start | strict: view | LexRank | leading | start |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const { set, turns, saved, evidence, strict } of rows) {
    const cells = [evidence, strict].flatMap((each) => METHODS.map((method) => each[method] ?? '-'))
    console.log(`| ${[set, turns, `${(100 * saved).toFixed(1)} %`, ...cells].join(' | ')} |`)
  }
}
