import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import { ClientGone } from '../gate/read-body.ts'
import type { Log } from '../ports.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { type ComparisonDeps, compare } from './comparison.ts'
import type { Counters } from './counters.ts'
import type { Exchange } from './exchange.ts'
import type { Forwarding } from './forward.ts'
import { type RecordDeps, recordFailure } from './record.ts'
import { isRefusal, readServerError } from './refusal.ts'
import { type RetryPlan, retryWhenRefused, type Sent } from './retry-plan.ts'
import type { Session } from './session.ts'
import type { SharedObjects } from './shared-objects.ts'

export interface SendDeps extends RecordDeps, ComparisonDeps {
  readonly log: Log
  readonly counters: Counters
  readonly sharedObjects: SharedObjects
}

/** A request of a conversation that is being sent to a provider. */
export interface SentTurn {
  readonly route: FoldedRoute
  readonly facts: ConversationFacts | OpaqueFacts
  readonly session: Session
}

/**
 * Sends the first body of the plan, and another one if the provider refuses it. A request without a response is
 * recorded as failed.
 * @throws {ServiceError} upstream_unreachable, upstream_timeout, busy
 * @throws {ClientGone}
 */
export async function sendUpstream(
  deps: SendDeps,
  exchange: Exchange,
  { turn, forwarding, plan }: { turn: SentTurn; forwarding: Forwarding; plan: RetryPlan },
): Promise<Sent> {
  try {
    const received = await forwarding.send(plan.first)
    // An error costs nothing, also if the client disconnects while it is read, or before another body is sent.
    if (received.status >= 400) exchange.call = undefined
    const answer = plan.isRewritten ? await readServerError(received) : received
    if (!isRefusal(answer)) return { answer, isFirst: true }
    return await retryWhenRefused(deps, exchange, { forwarding, plan, answer })
  } catch (error) {
    const { route, facts, session } = turn
    recordFailure(deps, exchange, { error, provider: route.api.provider, sentBytes: plan.first.length })
    if (!(error instanceof ClientGone)) {
      compare(deps, exchange, { facts, session, isFailed: true })
    }
    throw error
  }
}
