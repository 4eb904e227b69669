import type { RecordedRequest, RequestKind } from './recorded-request.ts'
import { familyOf, Refusal } from './refusal.ts'

const ROUTES: Readonly<Record<string, { readonly method: string; readonly kind: RequestKind }>> = {
  '/v1/chat/completions': { method: 'POST', kind: 'chat' },
  '/v1/responses': { method: 'POST', kind: 'responses' },
  '/v1/messages': { method: 'POST', kind: 'messages' },
  '/v1/messages/count_tokens': { method: 'POST', kind: 'count_tokens' },
  '/v1/models': { method: 'GET', kind: 'models' },
  '/api/hello': { method: 'HEAD', kind: 'hello' },
}

/**
 * The requested operation by method and path.
 * @throws {Refusal} for paths, methods and content types that are not served.
 */
export function routeOf({ method, path, headers, json }: RecordedRequest): RequestKind {
  const isOpenAi = familyOf(path, headers) === 'openai'
  const route = ROUTES[path.split('?', 1)[0]!]
  if (!route) {
    if (!isOpenAi) throw new Refusal('Not found', { status: 404, type: 'not_found_error' })
    throw new Refusal(`Invalid URL (${method} ${path})`, { status: 404 })
  }
  if (route.method !== method) {
    if (!isOpenAi) throw new Refusal('Method Not Allowed', { status: 405 })
    throw new Refusal(`Not allowed to ${method} on ${path}.`, { status: 405, code: 'method_not_supported' })
  }
  if (method !== 'POST') return route.kind
  if (!/^application\/json(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new Refusal(`Unsupported content type: '${headers['content-type']}'. Try again with 'application/json'.`)
  }
  if (json === undefined) {
    const openAiText = 'We could not parse the JSON body of your request.'
    throw new Refusal(isOpenAi ? openAiText : 'The request body is not valid JSON: invalid syntax')
  }
  return route.kind
}
