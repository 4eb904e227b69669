import { isObject, stringAt } from '../transcript/json-value.ts'

/** What an agent tells a hook on standard input; members that are not needed are left out. */
export interface HookInput {
  readonly event: string
  readonly sessionId: string
  /** Path of the transcript; empty when the agent keeps none. */
  readonly transcriptPath: string
  readonly cwd: string
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`. */
  readonly source: string
  /** The conversation itself, from agents that keep no transcript. */
  readonly messages: unknown
}

/** Reads it; undefined when it is not what agents send. */
export function readHookInput(text: string, home: string): HookInput | undefined {
  const value: unknown = JSON.parse(text)
  const sessionId = stringAt(value, 'session_id')
  if (!isObject(value) || !sessionId) return undefined
  return {
    event: stringAt(value, 'hook_event_name') ?? '',
    sessionId,
    transcriptPath: (stringAt(value, 'transcript_path') ?? '').replace(/^~(?=\/)/, home),
    cwd: stringAt(value, 'cwd') ?? '',
    source: stringAt(value, 'source') ?? '',
    messages: value.messages,
  }
}
