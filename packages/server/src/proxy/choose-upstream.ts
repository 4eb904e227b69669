import type { Provider } from '../config/providers.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import type { Caller } from '../gate/key-port.ts'
import { matchesAny } from '../gate/model-patterns.ts'

/**
 * The properties of a request that alone determine its upstream. So a conversation with one model stays at one upstream.
 */
export interface UpstreamQuestion {
  readonly api: Provider
  readonly caller: Pick<Caller, 'accountName'> | undefined
  /** Undefined for a request that names no model. */
  readonly model: string | undefined
}

/** Returns the first of `upstreams` that accepts the request. The default upstream of each API accepts everything. */
export function chooseUpstream(upstreams: readonly UpstreamRoute[], question: UpstreamQuestion): UpstreamRoute {
  const { model } = question
  const takes = (upstream: UpstreamRoute) => isOpenTo(upstream, question) && takesText(upstream.models, model)
  return upstreams.find(takes)!
}

/**
 * Returns those of `upstreams` that accept requests of the caller. The last one accepts any model, and requests without a
 * model.
 */
export function reachableUpstreams(
  upstreams: readonly UpstreamRoute[],
  question: Omit<UpstreamQuestion, 'model'>,
): readonly UpstreamRoute[] {
  const open = upstreams.filter((upstream) => isOpenTo(upstream, question))
  return open.slice(0, open.findIndex(({ models }) => models === undefined) + 1)
}

/** True if the upstream, or the path at the upstream, depends on the model of the request. */
export function dependOnModel(upstreams: readonly UpstreamRoute[]): boolean {
  return upstreams.length > 1 || upstreams.some(({ path }) => path?.template.includes('{model}'))
}

function isOpenTo(upstream: UpstreamRoute, { api, caller }: Omit<UpstreamQuestion, 'model'>): boolean {
  return upstream.api === api && takesText(upstream.accounts, caller?.accountName)
}

function takesText(patterns: readonly string[] | undefined, text: string | undefined): boolean {
  if (patterns === undefined) return true
  return text !== undefined && matchesAny(patterns, text)
}
