import type { IncomingMessage } from 'node:http'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { COLLECTION_PATHS } from '../provider-apis/stored-objects.ts'
import { pathOf } from './hot-routes.ts'
import { familyOf, passedThroughRoute } from './proxied.ts'
import { allowedMethods, type KnownRoute } from './route-table.ts'

/** The methods that are passed through. TRACE would reveal the provider's key, and CONNECT has no path. */
export const METHODS: ReadonlySet<string | undefined> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/** Served even if pass-through is off, because clients of the folded endpoints need them. */
export const ALWAYS_OPEN: readonly KnownRoute[] = [
  ...['GET', 'HEAD'].flatMap((method) => ['/v1/models', '/v1/models/:id'].map((url) => ({ method, url }))),
  { method: 'POST', url: '/v1/messages/count_tokens' },
]

/** Known paths of the providers below `/v1`. Log lines contain these names and no other part of a path. */
const ROOTS: readonly string[] = [
  ...COLLECTION_PATHS,
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'complete',
  'completions',
  'embeddings',
  'images/edits',
  'images/generations',
  'images/variations',
  'messages/count_tokens',
  'models',
  'moderations',
  'realtime',
]

/** A provider may treat an encoded slash as a slash. Ids may contain one after the name of their collection. */
const ENCODED_SLASH = /%2f/i
const IDS_WITH_SLASHES = /^\/v1\/models\/[^/]+$/

/** The endpoint of a request that is passed through. Undefined if this server answers it. */
export function passedThroughRouteOf(request: IncomingMessage, open: readonly string[]): ProxyRoute | undefined {
  const path = pathOf(request)
  if (!isProviderPath(path, request) || !METHODS.has(request.method)) return undefined
  const isOpen = open.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  if (!isOpen && !allowedMethods(ALWAYS_OPEN, path).includes(request.method!)) return undefined
  return passedThroughRoute(patternOf(path), request.headers, path)
}

/** True if a provider may have `path`. A second `/v1` is a mistake in the client's base URL. */
function isProviderPath(path: string, { headers }: IncomingMessage): boolean {
  if (ENCODED_SLASH.test(path) && !IDS_WITH_SLASHES.test(path)) return false
  return (
    path.startsWith('/v1/') && path.length > 4 && !path.startsWith('/v1/v1/') && familyOf(path, headers) !== 'plain'
  )
}

/** True if `path` is a known path of a provider. */
export function isKnownProviderPath(path: string): boolean {
  return rootOf(path) !== undefined
}

/** The path for log lines: its known part, and a star for the rest. */
function patternOf(path: string): string {
  const root = rootOf(path)
  if (root === undefined) return '/v1/*'
  return path.length === root.length + 4 ? path : `/v1/${root}/*`
}

function rootOf(path: string): string | undefined {
  return ROOTS.find((root) => path === `/v1/${root}` || path.startsWith(`/v1/${root}/`))
}
