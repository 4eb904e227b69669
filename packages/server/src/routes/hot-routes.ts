import type { IncomingMessage } from 'node:http'
import { pathOf as pathOfUrl } from '../gate/request-target.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { CHAT_COMPLETIONS, MESSAGES, RESPONSES } from './proxied.ts'

/** The folded endpoints: told apart before the framework, which has opinions on bodies before the gate. */
export const HOT_ROUTES: readonly FoldedRoute[] = [CHAT_COMPLETIONS, MESSAGES, RESPONSES]

/** The endpoint of a request, when it is one of those and the method is theirs. */
export function hotRouteOf(request: IncomingMessage): FoldedRoute | undefined {
  if (request.method !== 'POST') return undefined
  const path = pathOf(request)
  // A string that came in just now is compared at less cost than it is looked up.
  return HOT_ROUTES.find(({ pattern }) => pattern === path)
}

/** The path of a request without its query. */
export function pathOf({ url }: IncomingMessage): string {
  return pathOfUrl(url)
}
