import type { InlineReader } from '../compression/inline-reader.ts'
import type { Compression } from '../compression-port.ts'
import { admit, type GateDeps } from '../gate/admit.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ownSessionId } from '../gate/session-id.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import { objectiveOf } from './bypass.ts'
import { cloudSession } from './cloud-session.ts'
import type { Exchange } from './exchange.ts'
import { noteLostReasoning } from './lost-reasoning.ts'
import { modelName } from './model-name.ts'
import { readConversation } from './read-conversation.ts'
import { openReceipt } from './receipt.ts'
import { type BodyDeps, receiveBody } from './receive-body.ts'
import { record } from './record.ts'
import { type RelayLimits, relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'
import { type SendDeps, sendUpstream } from './send-upstream.ts'
import { watchStoredAnswer } from './stored-answers.ts'
import { stripOriginal } from './strip-original.ts'
import type { TurnRecorder } from './turn-recorder.ts'
import { updateSessionStats } from './update-session-stats.ts'

export interface HandleDeps extends GateDeps, BodyDeps, SendDeps {
  readonly compression: Compression
  readonly inlineReader: InlineReader
  readonly turns: TurnRecorder
  readonly limits: BodyDeps['limits'] & RelayLimits
}

/** One request's walk, from the key to the receipt. */
export async function handle(deps: HandleDeps, exchange: Exchange, route: FoldedRoute): Promise<void> {
  const { headers } = exchange.request
  const caller = await admit(deps, exchange)
  exchange.sessionId = ownSessionId(headers)
  const objective = objectiveOf(headers)
  const original = await receiveBody(exchange, deps)
  const { reading, facts } = await readConversation(deps.inlineReader, exchange, { caller, route, original })
  exchange.model = modelName(facts.model)
  try {
    const strip = () => stripOriginal(deps.compression, { accountId: caller.accountId, format: route.format, original })
    const read = { caller, original, reading, facts, objective, strip }
    const { rewrite, forwarding, sent } = await sendUpstream(deps, exchange, { route, read })
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
    if (usage && sent.isFirst) {
      rewrite.watch?.billed(usage)
      noteLostReasoning(deps, exchange, { facts, rewrite, lost: usage.lostReasoning ?? 0 })
    }
    record(deps, exchange, { ...figures, status: sent.answer.status, end, usage })
    deps.turns.record(exchange, { facts, status: sent.answer.status, usage })
    reading.release({ cloud: sent.answer.status < 400 ? cloudSession(exchange, facts, rewrite) : undefined })
  } finally {
    // Does nothing where the reading was released above.
    reading.release({ cloud: undefined })
  }
}

type Observer = ((chunk: Buffer) => void) | undefined

function both(first: Observer, second: Observer): Observer {
  if (!first || !second) return first ?? second
  return (chunk) => {
    first(chunk)
    second(chunk)
  }
}
