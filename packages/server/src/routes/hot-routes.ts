import type { IncomingMessage } from 'node:http'
import type { FoldedRoute } from './provider-api.ts'
import { CHAT_COMPLETIONS, MESSAGES } from './proxied.ts'

/** The two proxied endpoints, by path: told apart before the framework, which has opinions on bodies before the gate. */
export const HOT_ROUTES: ReadonlyMap<string, FoldedRoute> = new Map(
  [CHAT_COMPLETIONS, MESSAGES].map((route) => [route.pattern, route]),
)

/** The endpoint of a request, when it is one of those two and the method is theirs. */
export function hotRouteOf(request: IncomingMessage): FoldedRoute | undefined {
  return request.method === 'POST' ? HOT_ROUTES.get(pathOf(request)) : undefined
}

/** The path of a request without its query. */
export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
