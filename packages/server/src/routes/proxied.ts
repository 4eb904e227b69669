import type { IncomingHttpHeaders } from 'node:http'
import type { Family } from '../errors.ts'
import { ANTHROPIC, apiOfClient, type FoldedRoute, OPENAI, type ProviderApi, type ProxyRoute } from './provider-api.ts'

/** The base address of this provider ends in `/v1` by custom of its clients; the other's does not. */
const PREFIXES = { openai: '/v1', anthropic: '' } as const

/** `POST /v1/chat/completions` (spec 4.1). */
export const CHAT_COMPLETIONS: FoldedRoute = { ...route('/v1/chat/completions', OPENAI), format: 'openai-chat' }

/** `POST /v1/responses`, of the same provider. */
export const RESPONSES: FoldedRoute = { ...route('/v1/responses', OPENAI), format: 'openai-responses' }

/** `POST /v1/messages` (spec 4.2). */
export const MESSAGES: FoldedRoute = { ...route('/v1/messages', ANTHROPIC), format: 'anthropic-messages' }

/** Counts what the client has and not what would be sent: its context meter stays true. */
export const COUNT_TOKENS: ProxyRoute = route('/v1/messages/count_tokens', ANTHROPIC)

/** Asked by Claude Code before it starts. */
export const HELLO: ProxyRoute = route('/api/hello', ANTHROPIC)

/** `pattern` (`/v1/models` or one of them) at the provider whose client this is. */
export function modelsRoute(pattern: string, headers: IncomingHttpHeaders): ProxyRoute {
  return route(pattern, apiOfClient(headers))
}

/** Whose error shape a path is answered in, known to us or not. */
export function familyOf(path: string, headers: IncomingHttpHeaders): Family {
  if (path.startsWith('/v1/messages') || path === '/api/hello') return 'anthropic'
  if (path.startsWith('/v1/chat/') || /^\/v1\/responses(\/|$)/.test(path)) return 'openai'
  if (/^\/(v1\/)?(health|tul1|account|admin|dashboard|signup|openapi\.json)(\/|$)/.test(path)) return 'plain'
  return apiOfClient(headers).family
}

function route(pattern: string, api: ProviderApi): ProxyRoute {
  return { pattern, api, format: undefined, prefix: PREFIXES[api.provider] }
}
