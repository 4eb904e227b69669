import { isObject, stringAt } from '../transcript/json-value.ts'

/** The members of an agent's hook input that Pleat uses. */
export interface HookInput {
  readonly event: string
  readonly sessionId: string
  /** Id of the sub-agent that caused the event; empty for the main agent. Both have the same `sessionId`. */
  readonly agentId: string
  /** Path of the transcript; empty if the agent writes none. */
  readonly transcriptPath: string
  readonly cwd: string
  /** The cause of the start of a session: `startup`, `resume`, `clear`, `compact`. */
  readonly source: string
  /** The conversation, from agents without a transcript. */
  readonly messages: unknown
}

/**
 * Parses the input of a hook; undefined for JSON of another form.
 * @throws {SyntaxError} for invalid JSON.
 */
export function readHookInput(text: string, home: string): HookInput | undefined {
  const value: unknown = JSON.parse(text)
  const sessionId = stringAt(value, 'session_id')
  if (!isObject(value) || !sessionId) return undefined
  return {
    event: stringAt(value, 'hook_event_name') ?? '',
    sessionId,
    agentId: stringAt(value, 'agent_id') ?? '',
    transcriptPath: (stringAt(value, 'transcript_path') ?? '').replace(/^~(?=\/)/, home),
    cwd: stringAt(value, 'cwd') ?? '',
    source: stringAt(value, 'source') ?? '',
    messages: value.messages,
  }
}
