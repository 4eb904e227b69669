import { admit, type GateDeps } from '../gate/admit.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ownSessionId } from '../gate/session-id.ts'
import { passedBody, type StreamLimits } from '../gate/streamed-body.ts'
import type { Caller } from '../ports.ts'
import type { ProxyRoute } from '../routes/provider-api.ts'
import { continueUpload, type Exchange } from './exchange.ts'
import { type ForwardDeps, PASSED_ON, prepareForwarding } from './forward.ts'
import { openObjectAccess } from './object-access.ts'
import { addUsage, type RecordDeps } from './record.ts'
import { type RelayLimits, relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'
import { sendForObjects } from './send-for-objects.ts'
import type { SharedObjects } from './shared-objects.ts'

export interface PassThroughDeps extends GateDeps, ForwardDeps, Pick<RecordDeps, 'clock' | 'usage'> {
  readonly config: ForwardDeps['config']
  readonly sharedObjects: SharedObjects
  readonly limits: StreamLimits & RelayLimits & { readonly lingerMs: number }
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

async function forward(
  deps: PassThroughDeps,
  exchange: Exchange,
  { caller, route }: { caller: Caller; route: ProxyRoute },
): Promise<void> {
  const forwarding = await prepareForwarding(deps, exchange, route)
  const access = forwarding.isServerKey
    ? await openObjectAccess(deps.sharedObjects, exchange, { caller, route })
    : undefined
  const body = await passedBody(exchange.request, deps.limits, access?.inspector)
  if (body) continueUpload(exchange)
  let isFailed = true
  try {
    const { answer, observe } = access
      ? await sendForObjects(deps, exchange, { caller, route, forwarding, access, body })
      : { answer: await forwarding.send(body, PASSED_ON), observe: undefined }
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

/** A provider may answer before it has the whole body. Its answer is whole then, and the client is not heard for long. */
function endUpload({ request, response }: Exchange, lingerMs: number): void {
  if (request.complete || request.destroyed || !response.writableEnded) return
  const timer = setTimeout(() => request.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  request.on('error', () => {}).resume()
}
