import type { Command } from 'commander'
import type { DemoResult, DemoRow } from '../demo/play-demo.ts'
import type { CommandContext } from './command-context.ts'
import { ReportedFailure } from './reported-failure.ts'

/** Adds `demo`. */
export function addDemo(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('Play a conversation through a temporary server and show the savings. Needs no key and no network.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server demo')
    .action(() => demo(context))
}

async function demo({ output }: CommandContext): Promise<void> {
  // Loaded here because the other commands do not need the server and it takes most of their time.
  const [{ playDemo }, { CONVERSATION, LAST_QUESTION }, { linesWith, tableOf, totalsOf }] = await Promise.all([
    import('../demo/play-demo.ts'),
    import('../demo/conversation.ts'),
    import('../demo/print-demo.ts'),
  ])
  const result = await playDemo([...CONVERSATION, LAST_QUESTION])
  const totals = totalsOf(result.rows)
  const found = linesWith(LAST_QUESTION.facts, result.lastSent)
  const isWhole = LAST_QUESTION.facts.every((fact) => found.some((line) => line.includes(fact)))
  const unchanged = result.rows.filter(({ isAnswerUnchanged }) => isAnswerUnchanged).length
  const value = {
    turns: result.rows.map(demoRow),
    totals: { original_tokens: totals.original, sent_tokens: totals.sent, savings_percent: totals.savedPercent },
    question: LAST_QUESTION.question,
    lines: found,
    is_whole: isWhole,
    is_unchanged: unchanged === result.rows.length,
  }
  output.result(value, () => describe(result, { totals, found, unchanged, question: LAST_QUESTION.question, tableOf }))
  if (!value.is_whole || !value.is_unchanged) throw new ReportedFailure()
}

function describe(
  { rows }: DemoResult,
  shown: {
    readonly totals: { readonly original: number; readonly sent: number; readonly savedPercent: number }
    readonly found: readonly string[]
    readonly unchanged: number
    readonly question: string
    tableOf(rows: readonly DemoRow[]): string
  },
): string {
  const { original, sent, savedPercent } = shown.totals
  return [
    `A conversation about the move of a ceramics studio: ${rows.length} turns, one line per request.`,
    'The provider is scripted: no model, no key, no network.',
    '',
    shown.tableOf(rows),
    '',
    `Input tokens: ${original} without Pleat, ${sent} with it (${savedPercent} % saved).`,
    `Responses identical to the provider's: ${shown.unchanged} of ${rows.length}.`,
    '',
    `The last question: ${shown.question}`,
    'The answer is in turn 3, which was folded long ago. The provider received these lines with it:',
    '',
    ...shown.found.map((line) => `    ${line}`),
  ].join('\n')
}

function demoRow(row: DemoRow): object {
  return {
    turn: row.turn,
    original_tokens: row.originalTokens,
    sent_tokens: row.sentTokens,
    savings_percent: row.savedPercent,
    overhead_ms: row.overheadMs,
    compression: row.compression,
    is_answer_unchanged: row.isAnswerUnchanged,
  }
}
