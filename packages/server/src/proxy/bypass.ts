import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors.ts'
import type { Objective } from './fold-request.ts'
import type { Session } from './session.ts'
import type { View } from './view.ts'

/** Requests of Claude Code that are about the conversation as it is, and would be wrong about a folded one. */
const UNFOLDED_CLASSES = new Set(['compaction', 'auxiliary'])

/** Why a request goes out as it came before anyone asks the fold, as a short token; undefined when the fold may see it. */
export function findBypass(headers: IncomingHttpHeaders, view: View, session: Session): string | undefined {
  if (String(headers['x-service-compression'] ?? '').toLowerCase() === 'off') return 'off'
  if (view.kind === 'opaque') return view.reason
  const requestClass = headers['x-claude-code-request-class']
  if (typeof requestClass === 'string' && UNFOLDED_CLASSES.has(requestClass)) return requestClass
  if (view.conversation.bypass !== undefined) return view.conversation.bypass
  return session.leftAlone ?? undefined
}

/**
 * What `X-Service-Objective` asks for.
 * @throws {ServiceError} invalid_request naming the allowed values.
 */
export function objectiveOf(headers: IncomingHttpHeaders): Objective {
  const value = headers['x-service-objective'] ?? 'tokens'
  if (value === 'tokens' || value === 'cost') return value
  throw new ServiceError('invalid_request', { message: 'X-Service-Objective must be tokens or cost.' })
}
