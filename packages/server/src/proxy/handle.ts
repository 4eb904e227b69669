import type { InlineReader } from '../compression/inline-reader.ts'
import type { Compression } from '../compression-port.ts'
import type { Config } from '../config/config.ts'
import { admit, type GateDeps } from '../gate/admit.ts'
import { requireAllowedModel } from '../gate/model-patterns.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ownSessionId } from '../gate/session-id.ts'
import { requireUnderLimit } from '../gate/spending-limit.ts'
import type { Spending } from '../money/spending.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import { objectiveOf } from './bypass.ts'
import { chooseUpstream } from './choose-upstream.ts'
import { cloudSession } from './cloud-session.ts'
import { compare } from './comparison.ts'
import type { Exchange } from './exchange.ts'
import type { ForwardDeps } from './forward.ts'
import { noteLostReasoning } from './lost-reasoning.ts'
import { modelName } from './model-name.ts'
import { both } from './observers.ts'
import { readConversation } from './read-conversation.ts'
import { openReceipt } from './receipt.ts'
import { type BodyDeps, receiveBody } from './receive-body.ts'
import { record } from './record.ts'
import { type RelayLimits, relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'
import { type SendDeps, sendUpstream } from './send-upstream.ts'
import type { SessionRegistry } from './session-registry.ts'
import { watchStoredAnswer } from './stored-answers.ts'
import { stripOriginal } from './strip-original.ts'
import type { TurnRecorder } from './turn-recorder.ts'
import { updateSessionStats } from './update-session-stats.ts'

export interface HandleDeps extends GateDeps, BodyDeps, SendDeps {
  readonly config: Pick<Config, 'upstreams' | 'requestsPerMinute'> & ForwardDeps['config']
  readonly compression: Compression
  readonly inlineReader: InlineReader
  readonly sessions: Pick<SessionRegistry, 'open' | 'remember' | 'settle'>
  readonly spending: Spending
  readonly turns: TurnRecorder
  readonly limits: BodyDeps['limits'] & RelayLimits
}

/** One request's walk, from the key to the receipt. */
export async function handle(deps: HandleDeps, exchange: Exchange, route: FoldedRoute): Promise<void> {
  const { headers } = exchange.request
  const caller = await admit(deps, exchange)
  if (caller.limits) await requireUnderLimit(deps.spending, caller)
  exchange.sessionId = ownSessionId(headers)
  const objective = objectiveOf(headers)
  const original = await receiveBody(exchange, deps)
  const { reading, facts } = await readConversation(deps.inlineReader, exchange, { caller, route, original })
  exchange.model = modelName(facts.model)
  try {
    if (caller.limits) requireAllowedModel(caller, facts.model)
    const strip = () => stripOriginal(deps.compression, { accountId: caller.accountId, format: route.format, original })
    const model = exchange.model || undefined
    const upstream = chooseUpstream(deps.config.upstreams, { api: route.api.provider, caller, model })
    const read = { caller, original, reading, facts, objective, prices: upstream.prices, strip }
    const destination = { route, upstream, model }
    const { rewrite, forwarding, sent } = await sendUpstream(deps, exchange, { destination, read })
    const figures = updateSessionStats(deps, exchange, { format: route.format, facts, rewrite, sent })
    const receipt = openReceipt(route.format, sent.answer)
    const stored = forwarding.isServerKey
      ? watchStoredAnswer(deps.sharedObjects, { caller, route, original }, sent.answer)
      : undefined
    const end = await relay(exchange, sent.answer, {
      headers: savingsHeaders(exchange, rateHeaders(exchange.window!, forwarding.returned(sent.answer))),
      observe: both(receipt?.push, stored),
      stalledClientMs: deps.limits.stalledClientMs,
    })
    const usage = await receipt?.end()
    exchange.usage = usage
    if (usage && sent.isFirst) {
      rewrite.watch?.billed(usage)
      noteLostReasoning(deps, exchange, { facts, rewrite, lost: usage.lostReasoning ?? 0 })
    }
    const outputEstimate = receipt?.estimateOutput() ?? 0
    const { provider } = route.api
    record(deps, exchange, { ...figures, provider, status: sent.answer.status, end, usage, outputEstimate })
    const isFailed = sent.answer.status >= 400 || end === 'broken'
    compare(deps, exchange, { format: route.format, facts, session: rewrite.session, isFailed })
    deps.sessions.settle(rewrite.session)
    deps.turns.record(exchange, { facts, status: sent.answer.status, usage })
    reading.release({ cloud: sent.answer.status < 400 ? cloudSession(exchange, facts, rewrite) : undefined })
  } finally {
    // Does nothing where the reading was released above.
    reading.release({ cloud: undefined })
  }
}
