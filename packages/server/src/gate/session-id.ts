import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors.ts'

const MAX_ID_LENGTH = 255
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

/** The id of a conversation, and the header or field of the request that contained it. */
export interface SessionSignal {
  readonly source: string
  readonly id: string
}

/** The source of ids in `X-Session-Id`, and of generated ones. */
export const OWN_SOURCE = 'x-session-id'

const CLAUDE_CODE_SOURCE = 'claude-code'
const BODY_SOURCE = 'body'

/** Headers in which Codex names a conversation or that of a sub-agent. They are more specific than its body. */
const THREAD_HEADERS = ['thread-id', 'session-id', 'session_id', 'conversation_id'] as const

/** Headers in which other clients name a conversation, the most specific first. */
const OTHER_HEADERS = [
  'x-session-affinity',
  'x-opencode-session',
  'x-litellm-session-id',
  'helicone-session-id',
  'x-task-id',
  'x-kilocode-taskid',
  'x-client-session-id',
  'x-qwen-code-session-id',
  'x-mux-workspace-id',
  'x-interaction-id',
] as const

/** All sources of ids. */
export const SESSION_SOURCES: readonly string[] = [
  OWN_SOURCE,
  CLAUDE_CODE_SOURCE,
  BODY_SOURCE,
  ...THREAD_HEADERS,
  ...OTHER_HEADERS,
]

/**
 * The id in `X-Session-Id`; undefined without one.
 * @throws {ServiceError} invalid_request when it is not printable ASCII of at most 255 characters.
 */
export function ownSessionId(headers: IncomingHttpHeaders): string | undefined {
  const id = headers[OWN_SOURCE]
  if (id === undefined || id === '') return undefined
  if (typeof id === 'string' && isSessionId(id)) return id
  throw new ServiceError('invalid_request', {
    message: `X-Session-Id must be printable ASCII of at most ${MAX_ID_LENGTH} characters.`,
  })
}

/** The first id found in this order: `X-Session-Id`, headers of Claude Code, headers of Codex, the body, other headers. */
export function findSignal(headers: IncomingHttpHeaders, bodyHints: readonly string[]): SessionSignal | undefined {
  const own = ownSessionId(headers)
  if (own !== undefined) return { source: OWN_SOURCE, id: own }
  const claudeCode = claudeCodeId(headers)
  if (claudeCode !== undefined) return { source: CLAUDE_CODE_SOURCE, id: claudeCode }
  const thread = findHeader(headers, THREAD_HEADERS)
  if (thread !== undefined) return thread
  const hint = bodyHints.find(isSessionId)
  return hint === undefined ? findHeader(headers, OTHER_HEADERS) : { source: BODY_SOURCE, id: hint }
}

function findHeader(headers: IncomingHttpHeaders, names: readonly string[]): SessionSignal | undefined {
  for (const source of names) {
    const id = headers[source]
    if (typeof id === 'string' && isSessionId(id)) return { source, id }
  }
  return undefined
}

/** The id of a Claude Code conversation. Sub-agents share the session's id, so theirs is appended. */
function claudeCodeId(headers: IncomingHttpHeaders): string | undefined {
  const session = headers['x-claude-code-session-id']
  if (typeof session !== 'string' || !isSessionId(session)) return undefined
  const agent = headers['x-claude-code-agent-id']
  const id = typeof agent === 'string' && agent !== '' ? `${session}:${agent}` : session
  return isSessionId(id) ? id : undefined
}

function isSessionId(id: string): boolean {
  return id.length > 0 && id.length <= MAX_ID_LENGTH && PRINTABLE_ASCII.test(id)
}
