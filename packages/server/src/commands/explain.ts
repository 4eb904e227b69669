import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Explanation } from '../explain/explanation.ts'
import { readTranscript } from '../explain/read-transcript.ts'
import { describeSideBySide, type Layout } from '../explain/side-by-side.ts'
import { describeSummary, partsOf } from '../explain/summary.ts'
import { type CommandContext, foldParts } from './command-context.ts'
import { percentSaved } from './output.ts'
import { FORMAT_NAMES, readFormat } from './read-format.ts'
import { readTextFile } from './read-text-file.ts'
import { UsageError } from './usage-error.ts'

interface ExplainOptions {
  readonly format?: string
  readonly lines: string
  readonly width?: string
}

const INPUT =
  'a request body, an array of messages, JSON Lines of bodies or messages, a Claude Code transcript, or - for stdin'
const DEFAULT_WIDTH = 120
const LEAST_WIDTH = 60

/** Adds `explain`. */
export function addExplain(program: Command, context: CommandContext): void {
  program
    .command('explain')
    .description(
      'Show your own conversation beside the request that would be sent if every fold were free. Nothing is sent.',
    )
    .argument('<file>', INPUT)
    .option('--format <wire>', `${FORMAT_NAMES}; only for a file whose format is ambiguous`)
    .option('--lines <count>', 'maximum lines per text, 0 for all', '6')
    .option(
      '--width <columns>',
      'width of the output in columns (default: that of the terminal, else COLUMNS, else 120; at least 60)',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'A message with nothing beside it is not sent. A later request may recall it.',
        'Instructions that move behind the fold are shown there.',
        '',
        'Example:',
        '  pleat-server explain request.json | less',
      ].join('\n'),
    )
    .action(async (file: string, options: ExplainOptions) => {
      const wanted = options.format === undefined ? undefined : readFormat(options.format, '--format')
      const layout = layoutOf(options, context)
      const transcript = readTranscript(await readInput(file, context), wanted)
      const { explain } = await import('../explain/explanation.ts')
      const explanation = explain(await foldParts(), transcript)
      context.output.result(explanationRow(explanation), () => describe(explanation, layout))
    })
}

function layoutOf({ lines, width }: ExplainOptions, { variables, streams }: CommandContext): Layout {
  const terminal = streams.stdout.columns ?? (Number(variables.COLUMNS) || DEFAULT_WIDTH)
  const columns = width === undefined ? terminal : wholeNumber('--width', width)
  const most = wholeNumber('--lines', lines)
  return { width: Math.max(LEAST_WIDTH, columns), maxLines: most === 0 ? Number.POSITIVE_INFINITY : most }
}

function wholeNumber(option: string, value: string): number {
  if (/^\d{1,5}$/.test(value)) return Number(value)
  throw new UsageError(`${option} must be a whole number up to 99999, not "${value}"`)
}

async function readInput(file: string, { streams }: CommandContext): Promise<string> {
  return file === '-' ? await readAll(streams.stdin) : readTextFile(file)
}

function describe(explanation: Explanation, layout: Layout): string {
  const { format, model, turn, outcome, notes } = explanation
  return [
    describeSideBySide(explanation, layout),
    '',
    `Turn ${turn}, ${model} (${format}): ${outcome}.`,
    ...notes.map((note) => `Note: ${note}`),
    '',
    describeSummary(explanation),
  ].join('\n')
}

/** The output of `--json`. */
function explanationRow(explanation: Explanation): object {
  const { format, model, turn, outcome, originalTokens, sentTokens, notes } = explanation
  return {
    format,
    model,
    turn,
    outcome,
    original_tokens: originalTokens,
    sent_tokens: sentTokens,
    saved_tokens: originalTokens - sentTokens,
    savings_percent: percentSaved(originalTokens, originalTokens - sentTokens),
    parts: partsOf(explanation),
    messages: explanation.messages.map(({ sentTokens: sent, sentText, ...message }) => ({
      ...message,
      sent_tokens: sent,
      ...(sentText !== undefined && { sent_text: sentText }),
    })),
    added: explanation.added,
    notes,
  }
}
