import { admit, type GateDeps } from '../gate/admit.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ownSessionId } from '../gate/session-id.ts'
import { passedBody, type StreamLimits } from '../gate/streamed-body.ts'
import type { Caller } from '../ports.ts'
import { isModelList } from '../routes/model-paths.ts'
import type { ProxyRoute } from '../routes/provider-api.ts'
import type { UpstreamAnswer } from '../upstream-port.ts'
import { chooseUpstream, dependOnModel, reachableUpstreams } from './choose-upstream.ts'
import { continueUpload, type Exchange } from './exchange.ts'
import { type FindModelDeps, findModel } from './find-model.ts'
import { type Forwarding, PASSED_ON, prepareForwarding } from './forward.ts'
import { type ListModelsDeps, listModels } from './list-models.ts'
import { openObjectAccess } from './object-access.ts'
import { addUsage, type RecordDeps } from './record.ts'
import { type RelayLimits, relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'
import { sendForObjects } from './send-for-objects.ts'
import type { SharedObjects } from './shared-objects.ts'

export interface PassThroughDeps extends GateDeps, FindModelDeps, ListModelsDeps, Pick<RecordDeps, 'clock' | 'usage'> {
  readonly sharedObjects: SharedObjects
  readonly config: GateDeps['config'] & ListModelsDeps['config']
  readonly limits: FindModelDeps['limits'] &
    ListModelsDeps['limits'] &
    StreamLimits &
    RelayLimits & { readonly lingerMs: number }
}

/** Stands beside the models in what was used. */
const USAGE_NAME = 'pass-through'

/** The walk of a path that is only passed on: the same gate and the same relay, with both bodies streamed. */
export async function passThrough(deps: PassThroughDeps, exchange: Exchange, route: ProxyRoute): Promise<void> {
  const caller = await admit(deps, exchange)
  exchange.sessionId = ownSessionId(exchange.request.headers)
  exchange.outcome = 'passed-through'
  exchange.model = USAGE_NAME
  try {
    await forward(deps, exchange, { caller, route })
  } finally {
    endUpload(exchange, deps.limits.lingerMs)
  }
}

interface PassedOn {
  readonly caller: Caller
  readonly route: ProxyRoute
}

/** An answer to relay, the forwarding that its headers came by, and what is to be done with a copy of its bytes. */
interface Answered {
  readonly forwarding: Forwarding
  readonly answer: UpstreamAnswer
  readonly observe?: ((chunk: Buffer) => void) | undefined
}

async function forward(deps: PassThroughDeps, exchange: Exchange, passed: PassedOn): Promise<void> {
  const send = await prepare(deps, exchange, passed)
  let isFailed = true
  try {
    const { forwarding, answer, observe } = await send()
    const end = await relay(exchange, answer, {
      headers: savingsHeaders(exchange, rateHeaders(exchange.window!, forwarding.returned(answer))),
      observe,
      stalledClientMs: deps.limits.stalledClientMs,
    })
    isFailed = answer.status >= 400 || end === 'broken'
  } finally {
    addUsage(deps, exchange, { isFolded: false, isFailed, usage: undefined })
  }
}

/** Settles where the request goes, and checks what it may; then it can be sent. */
async function prepare(
  deps: PassThroughDeps,
  exchange: Exchange,
  { caller, route }: PassedOn,
): Promise<() => Promise<Answered>> {
  const question = { api: route.api.provider, caller }
  const upstreams = reachableUpstreams(deps.config.upstreams, question)
  if (upstreams.length > 1 && isModelList(exchange.request)) {
    return () => listModels(deps, exchange, { caller, route, upstreams })
  }
  const model = dependOnModel(upstreams) ? await findModel(deps, exchange) : undefined
  const upstream = chooseUpstream(upstreams, { ...question, model })
  const forwarding = await prepareForwarding(deps, exchange, { route, upstream, model })
  const access = forwarding.isServerKey
    ? await openObjectAccess(deps.sharedObjects, exchange, { caller, route })
    : undefined
  const body = await passedBody(exchange.request, deps.limits, access?.inspector)
  if (body) continueUpload(exchange)
  return async () => ({
    forwarding,
    ...(access
      ? await sendForObjects(deps, exchange, { caller, route, forwarding, access, body })
      : { answer: await forwarding.send(body, PASSED_ON) }),
  })
}

/** A provider may answer before it has the whole body. Its answer is whole then, and the client is not heard for long. */
function endUpload({ request, response }: Exchange, lingerMs: number): void {
  if (request.complete || request.destroyed || !response.writableEnded) return
  const timer = setTimeout(() => request.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  request.on('error', () => {}).resume()
}
