import { type Command, Option } from 'commander'
import { PROTECTION_MODES, type View } from '../view/view.ts'
import type { CommandContext } from './command-context.ts'
import { formatCents, formatCount, formatPercent, formatTimes } from './output.ts'
import { UsageError } from './usage-error.ts'

interface CompressOptions {
  readonly mode: (typeof PROTECTION_MODES)[number]
  readonly local?: boolean
  readonly timeout: string
}

/** Longest time limit for the server, in seconds. */
const MAX_SECONDS = 600
/** Characters from which compression takes so long that it is announced. */
const LONG_INPUT = 500_000

/** Adds `compress`. */
export function addCompress(program: Command, context: CommandContext): void {
  program
    .command('compress')
    .description(
      'Compress a transcript: a record of a coding agent, messages of the OpenAI or Anthropic API, or {role, content} as JSON.',
    )
    .argument('[file]', 'the transcript; "-" is standard input', '-')
    .addOption(
      new Option('--mode <mode>', 'number of newest messages that stay verbatim')
        .choices([...PROTECTION_MODES])
        .default('balanced'),
    )
    .option('--local', 'compress on this machine only; nothing is sent')
    .option('--timeout <seconds>', 'time limit for the server, from 1 to 600', '60')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat compress --local conversation.jsonl > view.md')
    .action((file: string, options: CompressOptions) => compress(context, file, options))
}

async function compress(context: CommandContext, file: string, options: CompressOptions): Promise<void> {
  const { readTranscript } = await import('../transcript/read-transcript.ts')
  const { compressTranscript } = await import('../view/compress-transcript.ts')
  const { output } = context
  // A wrong option is reported before the input is read.
  const timeoutMs = readSeconds(options.timeout) * 1000
  const text = file === '-' ? await context.readInput() : await readFileOf(file)
  const transcript = readTranscript(text)
  if (output.isTerminal && text.length > LONG_INPUT) {
    output.note(
      `Compressing ${formatCount(transcript.messages.length)} messages (${formatCount(text.length)} characters) …`,
    )
  }
  const view = await compressTranscript(transcript, {
    ...context,
    mode: options.mode,
    isLocal: options.local === true,
    timeoutMs,
  })
  output.result(viewJson(view), () => viewText(view))
  output.note(describeSaving(view))
}

/**
 * The time limit in seconds.
 * @throws {UsageError} for other text.
 */
function readSeconds(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds >= 1 && seconds <= MAX_SECONDS) return seconds
  throw new UsageError(`--timeout must be a number of seconds from 1 to ${MAX_SECONDS}, not "${text}"`)
}

async function readFileOf(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'no such file',
      EISDIR: 'is a folder; name a file in it',
      EACCES: 'permission denied',
    }
    throw new Error(`${path}: ${reasons[code ?? ''] ?? 'cannot be read'}`, { cause: error })
  }
}

/** The view in the fields of the response of `POST /v1/tul1`, with its maker. */
function viewJson(view: View): object {
  return {
    applied: view.applied,
    by: view.by,
    ...(view.whyLocal !== undefined && { why_local: view.whyLocal }),
    service_md: view.serviceMd,
    raw_tail: view.rawTail,
    n_compressed_turns: view.compressedTurns,
    n_total: view.totalTurns,
    saving_chars: view.savedChars,
    saving_tokens: view.savedTokens,
    fee_cents: view.feeCents,
    version: view.version,
  }
}

/** The view and the newest messages, which get heads like those of the view. */
export function viewText(view: View): string {
  const first = view.totalTurns - view.rawTail.length + 1
  const tail = view.rawTail.map(({ role, content }, i) => `[T${first + i} (${role})]\n${content}`)
  return [...(view.serviceMd ? [view.serviceMd] : []), ...tail].join('\n\n')
}

/** The savings and the maker of the view on one line. */
export function describeSaving(view: View): string {
  const why = view.whyLocal === undefined ? '' : `; ${view.whyLocal}`
  const by = view.by === 'server' ? `by the server, fee ${formatCents(view.feeCents)}` : `by this machine${why}`
  if (!view.applied) return `Nothing to save in ${formatTimes(view.totalTurns, 'message')} (${by}).`
  const about = view.by === 'local' ? 'about ' : ''
  const share = formatPercent(view.savedTokens, Math.max(view.savedTokens, view.originalTokens))
  return `Saved ${about}${formatCount(view.savedTokens)} tokens (${share}), ${view.compressedTurns} of ${view.totalTurns} messages compressed, ${by}.`
}
