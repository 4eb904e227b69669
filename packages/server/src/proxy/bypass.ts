import type { IncomingHttpHeaders } from 'node:http'
import { DEFAULT_POLICY } from '@pleat/core'
import type { ConversationFacts, Objective, OpaqueFacts } from '../compression/compression-port.ts'
import { ServiceError } from '../errors.ts'
import { shownValue } from '../gate/shown-value.ts'

const COMPRESSION = 'x-service-compression'

/** Requests of Claude Code about the whole conversation. A folded conversation would give a wrong result. */
const UNFOLDED_CLASSES = new Set(['compaction', 'auxiliary'])

/** A beta in which other agents add to the history. */
const MULTI_AGENT = 'responses_multi_agent'

/** True if the request asks for a summary of the session. Codex states the kind of each request. */
function isCodexCompaction(headers: IncomingHttpHeaders): boolean {
  if (headers['x-openai-subagent'] === 'compact') return true
  const metadata = headers['x-codex-turn-metadata']
  return typeof metadata === 'string' && /"request_kind"\s*:\s*"compaction"/.test(metadata)
}

/** Returns the reason why this request is never folded, in any session, as a short token. Undefined: it may be folded. */
export function findBypass(headers: IncomingHttpHeaders, facts: ConversationFacts | OpaqueFacts): string | undefined {
  if (isOff(headers)) return 'off'
  if (facts.kind === 'opaque') return facts.reason
  if (String(headers['openai-beta'] ?? '').includes(MULTI_AGENT)) return 'multi_agent'
  if (isCodexCompaction(headers)) return 'compaction'
  const requestClass = headers['x-claude-code-request-class']
  if (typeof requestClass === 'string' && UNFOLDED_CLASSES.has(requestClass)) return requestClass
  if (facts.bypass !== undefined) return facts.bypass
  return facts.turn < DEFAULT_POLICY.firstTurn ? 'short-conversation' : undefined
}

/**
 * Reads `X-Service-Objective`, and checks `X-Service-Compression`.
 * @throws {ServiceError} invalid_request naming the allowed values.
 */
export function objectiveOf(headers: IncomingHttpHeaders): Objective {
  if (headers[COMPRESSION] !== undefined && !isOff(headers)) {
    throw new ServiceError('invalid_request', {
      message: `X-Service-Compression must be off or absent, not "${shownValue(String(headers[COMPRESSION]))}".`,
      parameter: 'X-Service-Compression',
    })
  }
  const value = headers['x-service-objective'] ?? 'tokens'
  if (value === 'tokens' || value === 'cost') return value
  throw new ServiceError('invalid_request', {
    message: `X-Service-Objective must be tokens or cost, not "${shownValue(String(value))}".`,
    parameter: 'X-Service-Objective',
  })
}

function isOff(headers: IncomingHttpHeaders): boolean {
  return String(headers[COMPRESSION] ?? '').toLowerCase() === 'off'
}
