import type { UpstreamRoute } from '../config/upstream-route.ts'

/**
 * The headers of a redirect within an upstream, with a `Location` below this server: the upstream's own address may be one that
 * clients cannot reach, and would be sent their key. A redirect to anywhere else is the client's to follow.
 */
export function ownLocations(
  headers: readonly string[],
  { base, path: template }: Pick<UpstreamRoute, 'base' | 'path'>,
  prefix: string,
): readonly string[] {
  // What a path of a template was made from is not known.
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
