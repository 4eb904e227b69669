import { readFileSync } from 'node:fs'
import type { Places } from '../config/places.ts'
import { readJsonLines } from '../transcript/json-lines.ts'
import { stringAt } from '../transcript/json-value.ts'
import type { Agent } from './agents.ts'
import { viewName } from './fit-view.ts'
import type { HookInput } from './hook-input.ts'
import { findView, type StoredView } from './stored-view.ts'

/**
 * What a session that starts is to be told: the view that was kept before its compaction. After a compaction always;
 * at a resumption only when the conversation was compacted and does not hold the view already, since agents record
 * what hooks say and send it again each time.
 */
export function sessionStart(input: HookInput, agent: Agent, places: Places): string | undefined {
  if (input.source !== 'compact' && input.source !== 'resume') return undefined
  const view = findView(places, { agent, sessionId: input.sessionId })
  if (!view) return undefined
  if (input.source === 'resume' && !isMissing(view, input.transcriptPath)) return undefined
  return view.text
}

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
