import type { Config } from '../config/config.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import { ServiceError } from '../errors.ts'
import type { Caller } from '../gate/key-port.ts'
import { ClientGone } from '../gate/read-body.ts'
import { readTarget } from '../gate/request-target.ts'
import type { Log } from '../ports.ts'
import { MODEL_PAGES } from '../provider-apis/model-paths.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { within } from '../within.ts'
import { abortWhenGone } from './abort-when-gone.ts'
import { chooseUpstream } from './choose-upstream.ts'
import { type Exchange, isClientGone } from './exchange.ts'
import { type ForwardDeps, type Forwarding, prepareForwarding } from './forward.ts'
import { modelPage } from './model-page.ts'
import { memberOf, parseAnswer } from './object-fields.ts'
import { peekAnswer } from './peek-answer.ts'
import type { UpstreamAnswer } from './upstream-port.ts'
import { WholeAnswer } from './whole-answer.ts'

const MAX_LIST_BYTES = 16 * 1024 * 1024

export interface ListModelsDeps extends ForwardDeps {
  readonly log: Log
  readonly config: Pick<Config, 'upstreams'> & ForwardDeps['config']
  readonly limits: { readonly modelListMs: number }
}

interface ModelListRequest {
  readonly caller: Caller
  readonly route: ProxyRoute
  /** At least two upstreams. The last one accepts any model. */
  readonly upstreams: readonly UpstreamRoute[]
}

/** An upstream's response, and the list in it if it contains one. */
interface Asked {
  readonly upstream: UpstreamRoute
  readonly forwarding?: Forwarding
  readonly answer?: UpstreamAnswer
  readonly list?: object
  readonly models?: readonly unknown[]
  /** The reason for a missing response. */
  readonly error?: unknown
}

/** A response to relay, and the forwarding that filters its headers. */
interface ModelList {
  readonly answer: UpstreamAnswer
  readonly forwarding: Forwarding
}

/**
 * Asks all upstreams of the caller, and responds with the models that each of them would serve. An upstream without a list
 * is omitted. If no upstream returns a list, the last response is relayed. If none responds, the last failure is the error.
 */
export function listModels(deps: ListModelsDeps, exchange: Exchange, request: ModelListRequest): Forwarding {
  let sent: ModelList | undefined
  return {
    // False, so that no object access is checked: a list of models names no stored object. Each inner forwarding has
    // its own key.
    isServerKey: false,
    async send() {
      sent = await askAll(deps, exchange, request)
      return sent.answer
    },
    returned: (answer) => sent?.forwarding.returned(answer) ?? [],
  }
}

async function askAll(deps: ListModelsDeps, exchange: Exchange, request: ModelListRequest): Promise<ModelList> {
  const { caller, route, upstreams } = request
  const api = route.api.provider
  const stops: (() => void)[] = []
  const all = await Promise.all(upstreams.map((upstream) => ask(deps, exchange, { route, upstream, stops })))
  if (isClientGone(exchange)) throw new ClientGone()
  exchange.upstream = undefined
  for (const asked of all) if (!asked.models) noteLeftOut(deps.log, exchange, asked)
  const first = all.find(({ models }) => models)
  if (!first) return withoutList(all)
  const isOf = (upstream: UpstreamRoute) => (model: unknown) => {
    const id = memberOf(model, 'id')
    return typeof id === 'string' && chooseUpstream(deps.config.upstreams, { api, caller, model: id }) === upstream
  }
  const models = all.flatMap((asked) => (asked.models ?? []).filter(isOf(asked.upstream)))
  const { query } = readTarget(exchange.request.url)
  const page = modelPage(models, new URLSearchParams(query), api)
  const body = Buffer.from(JSON.stringify({ ...first.list, ...page }))
  return { answer: new WholeAnswer(first.answer!, body), forwarding: first.forwarding! }
}

function withoutList(all: readonly Asked[]): ModelList {
  const { answer, forwarding, error } = all.findLast((asked) => asked.answer) ?? all.at(-1)!
  if (!answer || !forwarding) throw error
  return { answer, forwarding }
}

/** Asks one upstream for its list. Never rejects. */
async function ask(
  deps: ListModelsDeps,
  exchange: Exchange,
  { route, upstream, stops }: { route: ProxyRoute; upstream: UpstreamRoute; stops: (() => void)[] },
): Promise<Asked> {
  try {
    const forwarding = await prepareForwarding(deps, exchange, { route, upstream, model: undefined })
    const pages = MODEL_PAGES[route.api.provider]
    const query = pages && `?limit=${pages.most}`
    const before = exchange.abort
    const sending = forwarding.send(undefined, { query, isPlain: true })
    // Stops this call, if there is one. A disconnecting client must stop all of them.
    const stop = exchange.abort === before ? undefined : exchange.abort
    if (stop) {
      stops.push(stop)
      abortWhenGone(exchange, () => {
        for (const each of stops) each()
      })
    }
    const ms = deps.limits.modelListMs
    const read = await within(ms, readList(sending), () => {
      stop?.()
      throw new ServiceError('upstream_timeout', { message: `No list of models within ${ms} ms.` })
    })
    return { upstream, forwarding, ...read }
  } catch (error) {
    return { upstream, error }
  }
}

async function readList(sending: Promise<UpstreamAnswer>): Promise<Pick<Asked, 'answer' | 'list' | 'models'>> {
  const answer = await peekAnswer(await sending, MAX_LIST_BYTES)
  if (answer.body === undefined) {
    answer.abort()
    throw new ServiceError('upstream_unreachable', { message: `A list of models exceeds ${MAX_LIST_BYTES} bytes.` })
  }
  const list = answer.status === 200 ? parseAnswer(answer.body) : undefined
  const models = memberOf(list, 'data')
  return Array.isArray(models) ? { answer, list: list as object, models } : { answer }
}

function noteLeftOut(log: Log, { requestId }: Exchange, { upstream, answer, error }: Asked): void {
  // A default upstream without a key is not in use.
  if (error instanceof ServiceError && error.code === 'credential_missing') return
  const fields = { requestId, upstream: upstream.name, status: answer?.status, ...(error !== undefined && { error }) }
  log.warn(fields, 'An upstream returned no list of models.')
}
