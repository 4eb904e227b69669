import { ClientGone } from '../gate/read-body.ts'
import type { Log } from '../ports.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import type { Soon } from '../soon.ts'
import { type ComparisonDeps, compare } from './comparison.ts'
import type { Counters } from './counters.ts'
import type { Exchange } from './exchange.ts'
import { type Destination, type ForwardDeps, type Forwarding, prepareForwarding } from './forward.ts'
import { openSession } from './open-session.ts'
import { isSentUnchanged, type PrepareDeps, prepareRewrite, type ReadRequest, type Rewrite } from './prepare-rewrite.ts'
import { releaseCopies } from './receive-body.ts'
import { type RecordDeps, recordFailure } from './record.ts'
import { planRetry, planWithoutRetry, retryWhenRefused, type Sent } from './retry-plan.ts'
import type { Session } from './session.ts'
import type { SharedObjects } from './shared-objects.ts'
import { requireOwnReferences } from './stored-answers.ts'

export interface SendDeps extends PrepareDeps, ForwardDeps, RecordDeps, ComparisonDeps {
  readonly treatments: ComparisonDeps['treatments']
  readonly log: Log
  readonly counters: Counters
  readonly sharedObjects: SharedObjects
}

/** A request that the provider has begun to answer. */
export interface Answered {
  readonly rewrite: Rewrite
  readonly forwarding: Forwarding
  readonly sent: Sent
}

/**
 * Sends what the fold makes of the request. A request that is sent unchanged in any case leaves first and is counted
 * while the provider is at work: nobody waits for a figure.
 */
export async function sendUpstream(
  deps: SendDeps,
  exchange: Exchange,
  { destination, read }: { destination: Destination & { readonly route: FoldedRoute }; read: ReadRequest },
): Promise<Answered> {
  const { caller, original, facts, strip } = read
  const opened = deps.treatments.holdoutShare > 0 ? await openSession(deps.sessions, exchange, read) : undefined
  const leavesFirst = mayLeaveFirst(deps, exchange, { caller, facts, opened })
  const before = leavesFirst ? undefined : await prepareRewrite(deps, exchange, { read, opened })
  const plan = before
    ? planRetry(before.prepared, { original, wasRewritten: before.session.wasRewritten, strip })
    : planWithoutRetry(original)
  const forwarding = await prepareForwarding(deps, exchange, destination)
  const { route } = destination
  if (forwarding.isServerKey) await requireOwnReferences(deps.sharedObjects, { caller, route, original })
  const sending = forwarding.send(plan.first)
  if (before) releaseCopies(exchange)
  try {
    const rewriting = before ?? prepareSent(deps, exchange, { read, opened })
    const isReady = !(rewriting instanceof Promise)
    const [answer, rewrite] = isReady ? [await sending, rewriting] : await Promise.all([sending, rewriting])
    const sent = await retryWhenRefused(deps, exchange, { forwarding, plan, answer })
    return { rewrite, forwarding, sent }
  } catch (error) {
    exchange.abort?.()
    // Its own error, where it is another one, is of no interest any more.
    sending.catch(() => {})
    recordFailure(deps, exchange, { error, provider: route.api.provider, sentBytes: plan.first.length })
    if (opened && !(error instanceof ClientGone)) {
      compare(deps, exchange, { format: route.format, facts, session: opened, isFailed: true })
    }
    throw error
  }
}

/** Whether nothing that is computed for a request changes what is sent. */
function mayLeaveFirst(
  { treatments }: PrepareDeps,
  exchange: Exchange,
  { caller, facts, opened }: Pick<ReadRequest, 'caller' | 'facts'> & { opened: Session | undefined },
): boolean {
  // Earlier rewritten turns may have to go without their thinking now, which only the session knows.
  const refusesLostThinking = facts.kind === 'conversation' && facts.refusesLostThinking
  if (refusesLostThinking && opened?.wasRewritten !== false) return false
  const isHeldOut = opened !== undefined && treatments.of(opened, caller) === 'holdout'
  return isHeldOut || treatments.modeOf(caller) === 'observe' || isSentUnchanged(exchange, facts)
}

/** Counts the tokens of a request in flight, then releases the memory for copies of its body. */
function prepareSent(
  deps: PrepareDeps,
  exchange: Exchange,
  request: { read: ReadRequest; opened: Session | undefined },
): Soon<Rewrite> {
  const rewriting = prepareRewrite(deps, exchange, request)
  if (rewriting instanceof Promise) return rewriting.finally(() => releaseCopies(exchange))
  releaseCopies(exchange)
  return rewriting
}
