import type { Compression, ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { InlineReader } from '../compression/inline-reader.ts'
import type { Config } from '../config/config.ts'
import { requireCaller } from '../gate/admit.ts'
import { modelName } from '../gate/model-name.ts'
import { ownSessionId } from '../gate/session-id.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import { objectiveOf } from './bypass.ts'
import { chooseUpstream } from './choose-upstream.ts'
import { cloudSession } from './cloud-session.ts'
import type { ContextWindows } from './context-windows.ts'
import type { Exchange } from './exchange.ts'
import { type FoldDeps, foldAndSplice } from './fold-and-splice.ts'
import { openSession } from './open-session.ts'
import { readConversation } from './read-conversation.ts'
import { type BodyDeps, receiveBody, releaseCopies } from './receive-body.ts'
import { addUsage, type RecordDeps } from './record.ts'
import { planRetry } from './retry-plan.ts'
import type { Sessions } from './sessions.ts'
import { stripOriginal } from './strip-original.ts'
import { TRIAL_SESSIONS, TRIAL_TREATMENTS } from './trial.ts'
import { updateSessionStats } from './update-session-stats.ts'
import { bypassWithin } from './window-bypass.ts'
import { windowQuestion } from './window-question.ts'

export interface CompressDeps extends FoldDeps, BodyDeps, RecordDeps {
  readonly sessions: Pick<Sessions, 'open' | 'remember'>
  readonly config: Pick<Config, 'upstreams'>
  readonly compression: Compression
  readonly inlineReader: InlineReader
  readonly windows: ContextWindows
}

/** `route`: the endpoint whose format the body has. A trial stores and counts nothing. */
export interface CompressOptions {
  readonly route: FoldedRoute
  readonly isTrial: boolean
}

/**
 * Handles a request whose folded body is returned to the client. It takes the steps of a forwarded request up to the
 * sending.
 */
export async function compressOnly(
  allDeps: CompressDeps,
  exchange: Exchange,
  { route, isTrial }: CompressOptions,
): Promise<Buffer> {
  const deps = isTrial ? { ...allDeps, sessions: TRIAL_SESSIONS, treatments: TRIAL_TREATMENTS } : allDeps
  const caller = requireCaller(exchange)
  const { headers } = exchange.request
  exchange.sessionId = ownSessionId(headers)
  const objective = objectiveOf(headers)
  const original = await receiveBody(exchange, deps)
  const roomOf = (facts: ConversationFacts | OpaqueFacts) =>
    deps.windows.roomFor(windowQuestion(deps.config.upstreams, headers, { caller, route, facts }))
  const bypassOf = (facts: ConversationFacts | OpaqueFacts) =>
    bypassWithin(headers, facts, { roomOf: () => roomOf(facts), bytes: original.length })
  const { reading, facts } = await readConversation(deps.inlineReader, exchange, { caller, route, original, bypassOf })
  exchange.model = modelName(facts.model)
  try {
    const question = { api: route.api.provider, caller, model: exchange.model || undefined }
    const upstream = chooseUpstream(deps.config.upstreams, question)
    const session = await openSession(deps.sessions, exchange, { caller, facts })
    const bypass = bypassOf(facts)
    const folding = { caller, session, reading, facts, bypass, objective, upstream, window: roomOf(facts), isTrial }
    const rewrite = await foldAndSplice(deps, folding)
    releaseCopies(exchange)
    const strip = () => stripOriginal(deps.compression, { accountId: caller.accountId, format: route.format, original })
    const plan = planRetry(rewrite.prepared, { original, wasRewritten: session.wasRewritten, strip })
    // No provider accepts or refuses this body.
    const sent = { isFirst: true, answer: { status: 200 } }
    const { isFolded } = await updateSessionStats(deps, exchange, { format: route.format, facts, rewrite, sent })
    if (isTrial) return plan.first
    addUsage(deps, exchange, { isFolded, isFailed: false, usage: undefined })
    reading.release({ cloud: cloudSession(exchange, facts, rewrite) })
    return plan.first
  } finally {
    reading.release({ cloud: undefined })
  }
}
