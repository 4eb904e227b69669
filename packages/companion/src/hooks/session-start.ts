import { readFileSync } from 'node:fs'
import type { Places } from '../config/places.ts'
import { readJsonLines } from '../transcript/json-lines.ts'
import { stringAt } from '../transcript/json-value.ts'
import type { Agent } from './agents.ts'
import { viewName } from './fit-view.ts'
import type { HookInput } from './hook-input.ts'
import { findView, type StoredView, storeView } from './stored-view.ts'

/**
 * What a session that starts is to be told: the view that was kept before its compaction. After a compaction always;
 * at a resumption only when the conversation was compacted and does not hold the view already, since agents record
 * what hooks say and send it again each time. `now` in Unix milliseconds.
 */
export function sessionStart(input: HookInput, agent: Agent, { places, now }: StartOptions): string | undefined {
  if (input.source !== 'compact' && input.source !== 'resume') return undefined
  const view = findView(places, { agent, sessionId: input.sessionId })
  if (!view || isToldJustNow(view, now)) return undefined
  if (input.source === 'resume' && !isMissing(view, input.transcriptPath)) return undefined
  // If this cannot be stored, the view is shown twice in the worst case.
  try {
    storeView(places, { ...view, toldAt: now })
  } catch {}
  return view.text
}

export interface StartOptions {
  readonly places: Places
  readonly now: number
}

/**
 * Codex compacts a resumed session before it has told its hooks of the resumption, and then tells of both at once. What
 * it was told for the one is not in its transcript yet when it asks for the other. Of other agents each start is one by
 * itself: Qwen Code forgets what it was told after a compaction when it ends right then.
 */
function isToldJustNow({ agent, toldAt }: StoredView, now: number): boolean {
  return agent === 'codex' && toldAt !== undefined && Math.abs(now - toldAt) < ONE_START_MS
}

/** Two starts of one session that are closer than this are one. */
const ONE_START_MS = 5_000

function isMissing(view: StoredView, transcriptPath: string): boolean {
  if (!transcriptPath) return true
  const transcript = readFileSync(transcriptPath)
  if (transcript.includes(viewName(view.id))) return false
  return view.agent !== 'claude-code' || wasCompactedAfter(transcript, view.at)
}

/** A view is made before the compaction, which can still be given up. */
function wasCompactedAfter(transcript: Buffer, time: number): boolean {
  const mark = '"compact_boundary"'
  const at = transcript.lastIndexOf(mark)
  if (at < 0) return false
  const start = transcript.lastIndexOf('\n', at) + 1
  const end = transcript.indexOf('\n', at)
  const [record] = readJsonLines(transcript.toString('utf8', start, end < 0 ? undefined : end))
  const when = Date.parse(stringAt(record, 'timestamp') ?? '')
  return Number.isNaN(when) || when >= time - CLOCK_STEP_MS
}

/** The boundary is stamped when the compaction began, in some versions before the hook runs. */
const CLOCK_STEP_MS = 60_000
