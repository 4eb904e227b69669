/** A served path and method, to distinguish a wrong method from an unknown path. */
export interface KnownRoute {
  /** The path with parameters in the framework's notation: `/v1/models/:id`. */
  readonly url: string
  readonly method: string
}

/** The methods of `path`, sorted. Empty for an unknown path. */
export function allowedMethods(routes: readonly KnownRoute[], path: string): readonly string[] {
  const methods = routes.filter(({ url }) => matches(url, path)).map(({ method }) => method)
  return [...new Set(methods)].sort()
}

function matches(url: string, path: string): boolean {
  if (url === path) return true
  if (!url.includes(':') && !url.includes('*')) return false
  const expected = url.split('/')
  const given = path.split('/')
  if (expected.at(-1) === '*') return given.length >= expected.length && startsLike(expected.slice(0, -1), given)
  return expected.length === given.length && startsLike(expected, given)
}

function startsLike(expected: readonly string[], given: readonly string[]): boolean {
  return expected.every((step, index) => (step.startsWith(':') ? given[index] !== '' : step === given[index]))
}
