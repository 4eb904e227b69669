import type { IncomingHttpHeaders } from 'node:http'
import type { Family } from '../errors.ts'
import {
  ANTHROPIC,
  apiOfClient,
  type FoldedRoute,
  OPENAI,
  type ProviderApi,
  type ProxyRoute,
} from '../provider-apis/provider-api.ts'

/** The end of a provider's base address by convention: only OpenAI's ends in `/v1`. */
const PREFIXES = { openai: '/v1', anthropic: '' } as const

/** `POST /v1/chat/completions`. */
export const CHAT_COMPLETIONS: FoldedRoute = { ...route('/v1/chat/completions', OPENAI), format: 'openai-chat' }

/** `POST /v1/responses`, of the same provider. */
export const RESPONSES: FoldedRoute = { ...route('/v1/responses', OPENAI), format: 'openai-responses' }

/** `POST /v1/messages`. */
export const MESSAGES: FoldedRoute = { ...route('/v1/messages', ANTHROPIC), format: 'anthropic-messages' }

/** Requested by Claude Code when it starts. */
export const HELLO: ProxyRoute = route('/api/hello', ANTHROPIC)

/** The endpoint of `path` at the provider whose API has it. If both have it, the client's headers decide. */
export function passedThroughRoute(pattern: string, headers: IncomingHttpHeaders, path: string): ProxyRoute {
  return route(pattern, apiOf(path, headers))
}

/** The error format of a path, also of an unknown one. */
export function familyOf(path: string, headers: IncomingHttpHeaders): Family {
  if (/^\/(v1\/)?(health|tul1|compress|account|admin|dashboard|metrics|signup|openapi\.json)(\/|$)/.test(path))
    return 'plain'
  return apiOf(path, headers).family
}

function apiOf(path: string, headers: IncomingHttpHeaders): ProviderApi {
  if (path.startsWith('/v1/messages') || path === '/v1/complete' || path === '/api/hello') return ANTHROPIC
  if (path.startsWith('/v1/chat/') || /^\/v1\/responses(\/|$)/.test(path)) return OPENAI
  return apiOfClient(headers)
}

function route(pattern: string, api: ProviderApi): ProxyRoute {
  return { pattern, api, format: undefined, prefix: PREFIXES[api.provider] }
}
