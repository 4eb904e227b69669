import { admit, type GateDeps } from '../gate/admit.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ownSessionId } from '../gate/session-id.ts'
import type { ProxyRoute } from '../routes/provider-api.ts'
import type { Exchange } from './exchange.ts'
import { type ForwardDeps, prepareForwarding } from './forward.ts'
import { type BodyDeps, receiveBody, releaseCopies } from './receive-body.ts'
import { type RelayLimits, relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'

export interface PassThroughDeps extends GateDeps, BodyDeps, ForwardDeps {
  readonly limits: BodyDeps['limits'] & RelayLimits
}

/** The walk of a path that is only passed on: the same gate and the same relay, and nothing read in between. */
export async function passThrough(deps: PassThroughDeps, exchange: Exchange, route: ProxyRoute): Promise<void> {
  await admit(deps, exchange)
  exchange.sessionId = ownSessionId(exchange.request.headers)
  exchange.outcome = 'passed-through'
  const body = exchange.request.method === 'POST' ? await receiveBody(exchange, deps) : undefined
  releaseCopies(exchange)
  const forwarding = await prepareForwarding(deps, exchange, route)
  const answer = await forwarding.send(body)
  await relay(exchange, answer, {
    headers: savingsHeaders(exchange, rateHeaders(exchange.window!, forwarding.returned(answer))),
    stalledClientMs: deps.limits.stalledClientMs,
  })
}
