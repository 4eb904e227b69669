import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors.ts'
import type { Objective } from './fold-request.ts'
import type { View } from './view.ts'

const COMPRESSION = 'x-service-compression'

/** Requests of Claude Code that are about the conversation as it is, and would be wrong about a folded one. */
const UNFOLDED_CLASSES = new Set(['compaction', 'auxiliary'])

/** Why the fold is not asked about this request, whatever its session: a short token; undefined when it may be. */
export function findBypass(headers: IncomingHttpHeaders, view: View): string | undefined {
  if (isOff(headers)) return 'off'
  if (view.kind === 'opaque') return view.reason
  const requestClass = headers['x-claude-code-request-class']
  if (typeof requestClass === 'string' && UNFOLDED_CLASSES.has(requestClass)) return requestClass
  return view.conversation.bypass
}

/**
 * What `X-Service-Objective` asks for; `X-Service-Compression` is checked as well.
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
