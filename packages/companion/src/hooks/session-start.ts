import type { UserPaths } from '../config/user-paths.ts'
import { readJsonLines } from '../transcript/json-lines.ts'
import { stringAt } from '../transcript/json-value.ts'
import { readTranscriptBytes } from '../transcript/transcript-bytes.ts'
import type { Agent } from './agents.ts'
import { viewName } from './fit-view.ts'
import type { HookInput } from './hook-input.ts'
import { findView, type StoredView, storeView } from './stored-view.ts'

/**
 * The view that a starting session gets: the one stored before its compaction. `now` is in Unix milliseconds.
 * - After a compaction it is returned once: a view that was returned before belongs to an earlier compaction.
 * - After a resumption it is returned only if the conversation was compacted and does not contain the view, because
 *   agents record the output of hooks and send it again.
 * @throws {Error} when the transcript cannot be read.
 */
export async function sessionStart(
  input: HookInput,
  agent: Agent,
  { paths, now }: StartOptions,
): Promise<string | undefined> {
  if (input.source !== 'compact' && input.source !== 'resume') return undefined
  const view = findView(paths, { agent, sessionId: input.sessionId })
  if (!view || wasJustDelivered(view, now)) return undefined
  if (input.source === 'compact' && view.deliveredAt !== undefined) return undefined
  if (input.source === 'resume' && !(await isMissing(view, input.transcriptPath))) return undefined
  // If the time of the delivery cannot be stored, the view is shown twice in the worst case.
  try {
    storeView(paths, { ...view, deliveredAt: now })
  } catch {}
  return view.text
}

export interface StartOptions {
  readonly paths: UserPaths
  readonly now: number
}

/**
 * True if Codex got the view a moment ago. Codex compacts a resumed session before it reports the resumption, and then reports
 * both events at once, before its transcript contains the first answer. Other agents report single events, and Qwen Code
 * loses the answer if it ends right after a compaction.
 */
function wasJustDelivered({ agent, deliveredAt }: StoredView, now: number): boolean {
  return agent === 'codex' && deliveredAt !== undefined && Math.abs(now - deliveredAt) < ONE_START_MS
}

/** Starts of a session within this time count as one. */
const ONE_START_MS = 5_000

async function isMissing(view: StoredView, transcriptPath: string): Promise<boolean> {
  if (!transcriptPath) return true
  const transcript = await readTranscriptBytes(transcriptPath)
  if (transcript.includes(viewName(view.id))) return false
  const mark = MARKS[view.agent]
  return mark === undefined || wasCompactedAfter(transcript, mark, view.at)
}

/** Text in the record of a compaction. Tool calls of Qwen Code contain unescaped JSON, so its mark includes the key. */
const MARKS: Readonly<Partial<Record<Agent, string>>> = {
  'claude-code': '"compact_boundary"',
  codex: '"type":"compacted"',
  'qwen-code': '"subtype":"chat_compression"',
}

/** True if the compaction took place: a view is stored before it, and it may be cancelled or fail. */
function wasCompactedAfter(transcript: Buffer, mark: string, time: number): boolean {
  const at = transcript.lastIndexOf(mark)
  if (at < 0) return false
  const start = transcript.lastIndexOf('\n', at) + 1
  const end = transcript.indexOf('\n', at)
  const [record] = readJsonLines(transcript.toString('utf8', start, end < 0 ? undefined : end))
  const when = Date.parse(stringAt(record, 'timestamp') ?? '')
  return Number.isNaN(when) || when >= time - CLOCK_STEP_MS
}

/** Tolerance: some versions stamp the boundary before the hook runs. */
const CLOCK_STEP_MS = 60_000
