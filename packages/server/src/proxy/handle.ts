import type { Compression, ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { InlineReader } from '../compression/inline-reader.ts'
import type { Config } from '../config/config.ts'
import { admit, type GateDeps } from '../gate/admit.ts'
import { modelName } from '../gate/model-name.ts'
import { requireAllowedModel } from '../gate/model-patterns.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { requireOneModel } from '../gate/require-one-model.ts'
import { ownSessionId } from '../gate/session-id.ts'
import { requireUnderLimit } from '../gate/spending-limit.ts'
import type { Spending } from '../money/spending.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { objectiveOf } from './bypass.ts'
import { chooseUpstream } from './choose-upstream.ts'
import { cloudSession } from './cloud-session.ts'
import type { Exchange } from './exchange.ts'
import { foldAndSplice, leavesUnchanged } from './fold-and-splice.ts'
import { type ForwardDeps, prepareForwarding } from './forward.ts'
import { both } from './observers.ts'
import { openSession } from './open-session.ts'
import { readConversation } from './read-conversation.ts'
import { openReceipt } from './receipt.ts'
import { type BodyDeps, receiveBody, releaseCopies } from './receive-body.ts'
import { type RecordTurnDeps, recordTurn } from './record-turn.ts'
import { type RelayLimits, relay } from './relay.ts'
import { requireReceipt } from './require-receipt.ts'
import { planEarly, planRetry, type RetryPlan } from './retry-plan.ts'
import { savingsHeaders } from './savings-headers.ts'
import { type SendDeps, sendUpstream } from './send-upstream.ts'
import type { SessionRegistry } from './session-registry.ts'
import { requireOwnReferences, watchStoredAnswer } from './stored-answers.ts'
import { stripOriginal } from './strip-original.ts'
import { planTightening, type TightenDeps } from './tighten.ts'
import type { Treatments } from './treatment.ts'
import { updateSessionStats } from './update-session-stats.ts'
import { bypassWithin } from './window-bypass.ts'
import { windowQuestion } from './window-question.ts'

export interface HandleDeps extends GateDeps, BodyDeps, TightenDeps, ForwardDeps, SendDeps, RecordTurnDeps {
  readonly config: Pick<Config, 'upstreams' | 'requestsPerMinute'> & ForwardDeps['config']
  readonly compression: Compression
  readonly inlineReader: InlineReader
  readonly sessions: Pick<SessionRegistry, 'open' | 'remember' | 'settle'>
  readonly spending: Spending
  readonly treatments: Treatments
  readonly limits: BodyDeps['limits'] & RelayLimits
}

/** Handles one request, from its key to the provider's receipt. */
export async function handle(deps: HandleDeps, exchange: Exchange, route: FoldedRoute): Promise<void> {
  const { headers } = exchange.request
  const { format } = route
  const caller = await admit(deps, exchange)
  if (caller.limits) await requireUnderLimit(deps.spending, caller)
  exchange.sessionId = ownSessionId(headers)
  const objective = objectiveOf(headers)
  const original = await receiveBody(exchange, deps)
  const questionOf = (facts: ConversationFacts | OpaqueFacts) =>
    windowQuestion(deps.config.upstreams, headers, { caller, route, facts })
  const bypassOf = (facts: ConversationFacts | OpaqueFacts) =>
    bypassWithin(headers, facts, { roomOf: () => deps.windows.roomFor(questionOf(facts)), bytes: original.length })
  const { reading, facts } = await readConversation(deps.inlineReader, exchange, { caller, route, original, bypassOf })
  exchange.model = modelName(facts.model)
  try {
    if (caller.limits) {
      requireAllowedModel(caller, facts.model)
      await requireOneModel(caller, original)
      if (route.format === 'openai-responses') await requireReceipt(caller, facts, original)
    }
    const model = exchange.model || undefined
    const upstream = chooseUpstream(deps.config.upstreams, { api: route.api.provider, caller, model })
    const forwarding = await prepareForwarding(deps, exchange, { route, upstream, model })
    if (forwarding.isServerKey) await requireOwnReferences(deps.sharedObjects, { caller, route, original })
    const session = await openSession(deps.sessions, exchange, { caller, facts })
    const turn = { route, facts, session }
    const send = (plan: RetryPlan) => sendUpstream(deps, exchange, { turn, forwarding, plan })
    const bypass = bypassOf(facts)
    // An unchanged request is sent before it is counted: the provider works meanwhile.
    const isEarly = leavesUnchanged(deps.treatments, { caller, session, facts, bypass })
    const folding = { caller, session, facts, bypass, objective, upstream }
    const tighten = planTightening(deps, folding, { original, headers, questionOf })
    const early = isEarly ? send(planEarly(original, tighten)) : undefined
    // A failure is handled at the `await` of the result.
    early?.catch(() => {})
    const window = bypass === undefined ? deps.windows.roomFor(questionOf(facts)) : undefined
    const planned = await foldAndSplice(deps, { ...folding, reading, window })
    const strip = () => stripOriginal(deps.compression, { accountId: caller.accountId, format, original })
    const retry = { original, wasRewritten: session.wasRewritten, strip, tighten }
    const sending = early ?? send(planRetry(planned.prepared, retry))
    releaseCopies(exchange)
    const sent = await sending
    const rewrite = sent.tighter ?? planned
    const figures = await updateSessionStats(deps, exchange, { format, facts, rewrite, sent })
    const receipt = openReceipt(format, sent.answer)
    const stored = forwarding.isServerKey
      ? watchStoredAnswer(deps.sharedObjects, { caller, route, facts }, sent.answer)
      : undefined
    const end = await relay(exchange, sent.answer, {
      headers: savingsHeaders(exchange, rateHeaders(exchange.window!, forwarding.returned(sent.answer))),
      observe: both(receipt?.push, stored),
      isWhole: receipt?.isWhole,
      stalledClientMs: deps.limits.stalledClientMs,
    })
    await recordTurn(deps, exchange, { ...turn, rewrite, sent, figures, receipt, end })
    deps.sessions.settle(rewrite.session)
    reading.release({ cloud: sent.answer.status < 400 ? cloudSession(exchange, facts, rewrite) : undefined })
  } finally {
    // Has no effect if the reading was released above.
    reading.release({ cloud: undefined })
  }
}
