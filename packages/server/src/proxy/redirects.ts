import type { UpstreamRoute } from '../config/upstream-route.ts'

/**
 * Rewrites the `Location` of a redirect within an upstream to an address of this server. The upstream's own address may be
 * unreachable for clients, and would receive their key. Redirects to other servers are left to the client.
 */
export function ownLocations(
  headers: readonly string[],
  { base, path: template }: Pick<UpstreamRoute, 'base' | 'path'>,
  prefix: string,
): readonly string[] {
  // A path that a template made cannot be mapped back.
  if (template) return headers
  return headers.map((value, place) => {
    if (place % 2 === 0 || headers[place - 1]!.toLowerCase() !== 'location') return value
    return ownLocation(value, base, prefix) ?? value
  })
}

function ownLocation(location: string, base: UpstreamRoute['base'], prefix: string): string | undefined {
  const isPath = location.startsWith('/') && !location.startsWith('//')
  if (!isPath && !(URL.canParse(location) && new URL(location).origin === new URL(base.origin).origin)) return undefined
  const { pathname, search } = new URL(location, base.origin)
  const isBelow = pathname === base.path || pathname.startsWith(`${base.path}/`)
  return isBelow ? prefix + pathname.slice(base.path.length) + search : undefined
}
