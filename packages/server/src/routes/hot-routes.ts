import type { IncomingMessage } from 'node:http'
import { pathOf as pathOfUrl } from '../gate/request-target.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { CHAT_COMPLETIONS, MESSAGES, RESPONSES } from './proxied.ts'

/** The folded endpoints. They are matched before the framework and do not go through it (decision 002). */
export const HOT_ROUTES: readonly FoldedRoute[] = [CHAT_COMPLETIONS, MESSAGES, RESPONSES]

/** The endpoint of a request with a matching path and method. Undefined for others. */
export function hotRouteOf(request: IncomingMessage): FoldedRoute | undefined {
  if (request.method !== 'POST') return undefined
  const path = pathOf(request)
  // Comparing a newly received string is cheaper than looking it up.
  return HOT_ROUTES.find(({ pattern }) => pattern === path)
}

/** The path of a request without its query. */
export function pathOf({ url }: IncomingMessage): string {
  return pathOfUrl(url)
}
