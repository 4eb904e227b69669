import { allowedMethods, type KnownRoute } from './route-table.ts'

const VERSION = '/v1'
const UNKNOWN = 'Unknown request URL.'
const SERVED =
  'Chat completions (POST /v1/chat/completions) and messages (POST /v1/messages) go through here; what else there is stands in /openapi.json.'

/**
 * What to say of a path that nobody knows: where it would be known with one `/v1` more or less, that the client's base
 * URL is the wrong one of the two kinds; else what is served. Nothing of the path is repeated.
 */
export function unknownUrlMessage(routes: readonly KnownRoute[], path: string): string {
  const isKnown = (other: string) => allowedMethods(routes, other).length > 0
  if (path.startsWith(`${VERSION}${VERSION}/`) && isKnown(path.slice(VERSION.length))) {
    return `${UNKNOWN} This client adds /v1 by itself: leave it out of the base URL.`
  }
  if (isKnown(VERSION + path)) return `${UNKNOWN} This client does not add /v1 by itself: end the base URL with it.`
  return `${UNKNOWN} ${SERVED}`
}
