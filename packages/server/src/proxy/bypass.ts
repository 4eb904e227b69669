import type { IncomingHttpHeaders } from 'node:http'
import { DEFAULT_POLICY } from '@pleat/core'
import type { ConversationFacts, Objective, OpaqueFacts } from '../compression-port.ts'
import { ServiceError } from '../errors.ts'

const COMPRESSION = 'x-service-compression'

/** Requests of Claude Code about the conversation as it is, which would be wrong about a folded one. */
const UNFOLDED_CLASSES = new Set(['compaction', 'auxiliary'])

/** Why this request is not folded, whatever its session: a short token; undefined when it may be. */
export function findBypass(headers: IncomingHttpHeaders, facts: ConversationFacts | OpaqueFacts): string | undefined {
  if (isOff(headers)) return 'off'
  if (facts.kind === 'opaque') return facts.reason
  const requestClass = headers['x-claude-code-request-class']
  if (typeof requestClass === 'string' && UNFOLDED_CLASSES.has(requestClass)) return requestClass
  if (facts.bypass !== undefined) return facts.bypass
  return facts.turn < DEFAULT_POLICY.firstTurn ? 'short-conversation' : undefined
}

/**
 * The value of `X-Service-Objective`; `X-Service-Compression` is checked as well.
 * @throws {ServiceError} invalid_request naming the allowed values.
 */
export function objectiveOf(headers: IncomingHttpHeaders): Objective {
  if (headers[COMPRESSION] !== undefined && !isOff(headers)) {
    throw new ServiceError('invalid_request', {
      message: 'X-Service-Compression must be off, or absent.',
      parameter: 'X-Service-Compression',
    })
  }
  const value = headers['x-service-objective'] ?? 'tokens'
  if (value === 'tokens' || value === 'cost') return value
  throw new ServiceError('invalid_request', {
    message: 'X-Service-Objective must be tokens or cost.',
    parameter: 'X-Service-Objective',
  })
}

function isOff(headers: IncomingHttpHeaders): boolean {
  return String(headers[COMPRESSION] ?? '').toLowerCase() === 'off'
}
