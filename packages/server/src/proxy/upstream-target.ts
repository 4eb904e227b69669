import type { PathTemplate, UpstreamRoute } from '../config/upstream-route.ts'
import { ServiceError } from '../errors.ts'
import { forwardedSegment, forwardedTarget, type RequestTarget } from '../gate/request-target.ts'

/** The parts of a request that its path at an upstream depends on. */
interface Asked {
  readonly target: RequestTarget
  /** Prefix of the path in our address that is not part of the upstream's. */
  readonly prefix: string
  readonly model: string | undefined
}

/**
 * Returns a function from the query of a request to its path and query at the upstream.
 * @throws {ServiceError} invalid_request
 */
export function upstreamTarget(
  { base, path: template, query: added }: UpstreamRoute,
  { target, prefix, model }: Asked,
): (query: string) => string {
  const below = forwardedTarget({ path: target.path, query: '' }).slice(prefix.length)
  const path = base.path + (template && isFor(template, target.path) ? fill(template, below, model) : below)
  return (query) => path + (added === '' ? query : joinQueries(query, added))
}

function isFor({ prefixes }: PathTemplate, path: string): boolean {
  return !prefixes || prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** A request without a model keeps its usual path, because the template's placeholder has no value. */
function fill({ template }: PathTemplate, below: string, model: string | undefined): string {
  if (!template.includes('{model}')) return template.replace('{path}', () => below)
  if (model === undefined) return below
  const segment = segmentOf(model)
  return template.replace(/\{(path|model)\}/g, (_, name: string) => (name === 'path' ? below : segment))
}

function segmentOf(model: string): string {
  try {
    return forwardedSegment(encodeURIComponent(model))
  } catch (cause) {
    const message =
      'The upstream of this model has the model in its path, so its name may only have letters, digits and - . _ ~ : @ + /.'
    throw new ServiceError('invalid_request', { message, parameter: 'model', cause })
  }
}

/** The client's query parameters as written, without those that `added` sets, and then `added`. */
function joinQueries(query: string, added: string): string {
  const names = new Set(new URLSearchParams(added).keys())
  const isKept = (parameter: string) =>
    parameter !== '' && !names.has([...new URLSearchParams(parameter).keys()][0] ?? '')
  return `?${[...query.slice(1).split('&').filter(isKept), added].join('&')}`
}
