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
import { findCurrentTranscript, findTranscriptOfView } from './find-current.ts'

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

/** The transcript that a tool reads. Without both members, the newest conversation in the folder. */
interface Source {
  /** Path of a transcript. It takes precedence. */
  readonly transcript?: string | undefined
  /** Id of a stored view. */
  readonly view?: string | undefined
}

/** An answer, and the path of the transcript that it was made from. */
export interface Answer {
  readonly text: string
  readonly path: string
}

/** A transcript as a compressed view. */
export async function compressTool(
  context: McpContext,
  { mode = 'balanced', ...source }: Source & { mode?: ViewRequest['mode'] | undefined },
): Promise<Answer> {
  const path = pathOf(context, source)
  const view = await compressTranscript(await open(path), { ...context, mode, timeoutMs: SERVER_MS })
  return { text: `${viewText(view)}\n\n(${describeSaving(view)})`, path }
}

/** The full text of one message, by its number in a view. */
export async function turnTool(context: McpContext, { turn, ...source }: Source & { turn: number }): Promise<Answer> {
  const path = pathOf(context, source)
  const { messages } = await open(path)
  const message = messages[turn - 1]
  if (!message) throw new Error(`T${turn} does not exist: the transcript ${path} has ${messages.length} messages`)
  const text = wholeStart(message.content, MAX_CHARACTERS)
  const rest = message.content.length - text.length
  return { text: `[T${turn} (${message.role})]\n${text}${rest > 0 ? `\n[… ${rest} characters more]` : ''}`, path }
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

function pathOf({ folder, paths, variables }: McpContext, { transcript, view }: Source): string {
  if (transcript !== undefined) return resolve(folder, transcript)
  if (view !== undefined) return findTranscriptOfView(/^\[?(?:pleat-view )?(.*?)\]?$/.exec(view)?.[1] ?? view, paths)
  const path = findCurrentTranscript(folder, paths, variables)
  if (path === undefined) throw new Error('no transcript was found for this folder; name one with "transcript"')
  return path
}

async function open(path: string): Promise<Transcript> {
  try {
    return await readTranscriptFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new Error(`the transcript ${path} cannot be read`, { cause: error })
  }
}
