import type { Config } from '../config/config.ts'
import { admit, type GateDeps } from '../gate/admit.ts'
import { inspectInSteps } from '../gate/body-steps.ts'
import type { Caller } from '../gate/key-port.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { pathOf } from '../gate/request-target.ts'
import { ownSessionId } from '../gate/session-id.ts'
import { passedBody, type StreamLimits } from '../gate/streamed-body.ts'
import { followedAddress } from '../provider-apis/followed-addresses.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { PASS_THROUGH_USAGE } from '../usage-kinds.ts'
import { objectiveOf } from './bypass.ts'
import { chooseForwarding, type ForwardingDeps } from './choose-forwarding.ts'
import { continueUpload, type Exchange } from './exchange.ts'
import { type Forwarding, PASSED_ON } from './forward.ts'
import { billUnanswered, type LimitedDeps, openLimited, watchBill } from './limited-pass-through.ts'
import { openObjectAccess } from './object-access.ts'
import { both } from './observers.ts'
import { ownBase, withOwnAddresses } from './own-addresses.ts'
import { addUsage, mayBeBilled, type RecordDeps } from './record.ts'
import { type RelayLimits, relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'
import { sendForObjects } from './send-for-objects.ts'
import type { SharedObjects } from './shared-objects.ts'

export interface PassThroughDeps extends GateDeps, ForwardingDeps, LimitedDeps, Pick<RecordDeps, 'clock' | 'usage'> {
  readonly sharedObjects: SharedObjects
  readonly config: GateDeps['config'] & ForwardingDeps['config'] & Pick<Config, 'publicUrl'>
  readonly limits: LimitedDeps['limits'] &
    ForwardingDeps['limits'] &
    StreamLimits &
    RelayLimits & { readonly lingerMs: number }
}

/** Handles a path that is only passed through: the same gate and the same relay, with both bodies streamed. */
export async function passThrough(deps: PassThroughDeps, exchange: Exchange, route: ProxyRoute): Promise<void> {
  const caller = await admit(deps, exchange)
  exchange.sessionId = ownSessionId(exchange.request.headers)
  // Nothing is compressed here, but an invalid option is refused as on other paths.
  objectiveOf(exchange.request.headers)
  exchange.outcome = 'passed-through'
  exchange.model = PASS_THROUGH_USAGE
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
  const limited = caller.limits ? await openLimited(deps, exchange, caller) : undefined
  const chosen = await chooseForwarding(deps, exchange, { caller, route, model: limited?.model })
  const forwarding = leadingBack(deps, exchange, { chosen, route })
  const access = forwarding.isServerKey
    ? await openObjectAccess(deps.sharedObjects, exchange, { caller, route, maxBytes: deps.limits.maxPassThroughBytes })
    : undefined
  const body = limited?.body ?? passedBody(exchange.request, deps.limits, access?.openInspector)
  if (access?.openInspector && Buffer.isBuffer(body)) await inspectInSteps(body, access.openInspector())
  if (body && !limited) continueUpload(exchange)
  let isFailed = true
  let billMicroCents = 0
  try {
    const { answer, observe } = access
      ? await sendForObjects(deps, exchange, { caller, route, forwarding, access, body })
      : { answer: await forwarding.send(body, PASSED_ON), observe: undefined }
    const bill = limited && watchBill(deps, limited, { answer, provider: route.api.provider })
    const end = await relay(exchange, answer, {
      headers: savingsHeaders(exchange, rateHeaders(exchange.window!, forwarding.returned(answer))),
      observe: both(observe, bill?.observe),
      stalledClientMs: deps.limits.stalledClientMs,
    })
    isFailed = answer.status >= 400 || end === 'broken'
    if (bill) billMicroCents = await bill.bill(end)
  } catch (error) {
    if (limited && mayBeBilled(exchange, error)) billMicroCents = billUnanswered(deps, limited, route.api.provider)
    throw error
  } finally {
    addUsage(deps, exchange, { isFolded: false, isFailed, usage: undefined, billMicroCents })
  }
}

/** Returns the forwarding. If its response contains an address that the client requests next, that address leads to us. */
function leadingBack(
  { config }: Pick<PassThroughDeps, 'config'>,
  { request }: Exchange,
  { chosen, route }: { chosen: Forwarding; route: ProxyRoute },
): Forwarding {
  const followed = followedAddress(route.api.provider, pathOf(request.url))
  return followed ? withOwnAddresses(chosen, { followed, base: ownBase(request, config.publicUrl) }) : chosen
}

/**
 * A provider may answer before it has the whole body. Its response is then complete, and the rest of the upload is read only
 * briefly.
 */
function endUpload({ request, response }: Exchange, lingerMs: number): void {
  if (request.complete || request.destroyed || !response.writableEnded) return
  const timer = setTimeout(() => request.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  request.on('error', () => {}).resume()
}
