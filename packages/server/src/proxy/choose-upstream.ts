import type { Provider } from '../config/providers.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import type { Caller } from '../gate/key-port.ts'
import { matchesAny } from '../gate/model-patterns.ts'

/** What decides where a request goes. Nothing else does, so a conversation stays at one upstream. */
export interface UpstreamQuestion {
  readonly api: Provider
  readonly caller: Pick<Caller, 'accountName'> | undefined
  /** Undefined for a request that names none. */
  readonly model: string | undefined
}

/** The first of `upstreams` that takes the request. The default of each API takes everything. */
export function chooseUpstream(upstreams: readonly UpstreamRoute[], question: UpstreamQuestion): UpstreamRoute {
  const { model } = question
  const takes = (upstream: UpstreamRoute) => isOpenTo(upstream, question) && takesText(upstream.models, model)
  return upstreams.find(takes)!
}

/** Those of `upstreams` that take requests of the caller, by their model. The last one takes any model, and requests without one. */
export function reachableUpstreams(
  upstreams: readonly UpstreamRoute[],
  question: Omit<UpstreamQuestion, 'model'>,
): readonly UpstreamRoute[] {
  const open = upstreams.filter((upstream) => isOpenTo(upstream, question))
  return open.slice(0, open.findIndex(({ models }) => models === undefined) + 1)
}

/** Whether it takes the model of a request to know which of these it goes to, or with which path. */
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
