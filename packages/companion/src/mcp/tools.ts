import { resolve } from 'node:path'
import { describeSaving, viewText } from '../commands/compress.ts'
import { formatCount, formatPercent } from '../commands/output.ts'
import type { Variables } from '../config/environment.ts'
import type { UserPaths } from '../config/user-paths.ts'
import { readSavings } from '../savings/savings-log.ts'
import type { Transcript } from '../transcript/read-transcript.ts'
import { readTranscriptFile } from '../transcript/read-transcript-file.ts'
import { wholeStart } from '../transcript/shorten.ts'
import { compressTranscript } from '../view/compress-transcript.ts'
import type { ViewRequest } from '../view/view.ts'
import { findCurrentTranscript } from './find-current.ts'

/** The environment of the tools. */
export interface McpContext {
  readonly paths: UserPaths
  readonly variables: Variables
  /** The folder in which the agent works. */
  readonly folder: string
  readonly isLocal: boolean
}

/** Time limit for the server, because an agent waits. */
const SERVER_MS = 20_000
/** Most characters of one message in an answer. */
const MAX_CHARACTERS = 50_000

/** A transcript as a compressed view. */
export async function compressTool(
  context: McpContext,
  { transcript, mode = 'balanced' }: { transcript?: string | undefined; mode?: ViewRequest['mode'] | undefined },
): Promise<string> {
  const view = await compressTranscript(await open(context, transcript), { ...context, mode, timeoutMs: SERVER_MS })
  return `${viewText(view)}\n\n(${describeSaving(view)})`
}

/** The full text of one message, by its number in a view. */
export async function turnTool(
  context: McpContext,
  { turn, transcript }: { turn: number; transcript?: string | undefined },
): Promise<string> {
  const { messages } = await open(context, transcript)
  const message = messages[turn - 1]
  if (!message) throw new Error(`T${turn} does not exist: the transcript has ${messages.length} messages`)
  const text = wholeStart(message.content, MAX_CHARACTERS)
  const rest = message.content.length - text.length
  return `[T${turn} (${message.role})]\n${text}${rest > 0 ? `\n[… ${rest} characters more]` : ''}`
}

/** The savings on this machine so far. */
export function savingsTool({ paths }: McpContext): string {
  const totals = readSavings(paths)
  if (!totals.length) return 'No savings yet.'
  return totals
    .map(({ what, times, savedTokens, originalTokens }) => {
      const share = formatPercent(savedTokens, originalTokens)
      return `${what}: ${formatCount(savedTokens)} of ${formatCount(originalTokens)} tokens (${share}) in ${times}`
    })
    .join('\n')
}

async function open(context: McpContext, given: string | undefined): Promise<Transcript> {
  const { folder, paths, variables } = context
  const path = given === undefined ? findCurrentTranscript(folder, paths, variables) : resolve(folder, given)
  if (path === undefined) throw new Error('no transcript was found for this folder; name one with "transcript"')
  try {
    return await readTranscriptFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new Error(`the transcript ${path} cannot be read`, { cause: error })
  }
}
