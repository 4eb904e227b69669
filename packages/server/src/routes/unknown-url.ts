import { shownPath } from '../gate/request-target.ts'
import { isKnownProviderPath } from './passed-through.ts'
import { allowedMethods, type KnownRoute } from './route-table.ts'

const VERSION = '/v1'
const SERVED =
  'This server answers POST /v1/chat/completions, /v1/responses and /v1/messages. GET /openapi.json lists the other paths, and /dashboard is for browsers.'

/**
 * Returns the message for a path that is not served. If the path is known with one `/v1` more or less, the message
 * names the mistake in the client's base URL.
 */
export function unknownUrlMessage(routes: readonly KnownRoute[], path: string, passThrough: readonly string[]): string {
  const isKnown = (other: string) => allowedMethods(routes, other).length > 0 || isKnownProviderPath(other)
  const unknown = `Unknown request URL: ${shownPath(path)}.`
  if (path.startsWith(`${VERSION}${VERSION}/`) && isKnown(path.slice(VERSION.length))) {
    return `${unknown} This client adds /v1 by itself: leave it out of the base URL.`
  }
  if (isKnown(VERSION + path)) return `${unknown} This client does not add /v1 by itself: end the base URL with it.`
  if (path.startsWith(`${VERSION}/`) && !passThrough.includes(VERSION)) {
    const open = passThrough.length === 0 ? 'off' : passThrough.join(',')
    return `${unknown} It is not passed through, since PLEAT_PASS_THROUGH is ${open} on this server.`
  }
  return `${unknown} ${SERVED}`
}
