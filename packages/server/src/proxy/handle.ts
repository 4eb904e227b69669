import { endTurn } from '../at-turn-end.ts'
import { admit, type GateDeps } from '../gate/admit.ts'
import { freeBytes } from '../gate/free-bytes.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import { ownSessionId } from '../gate/session-id.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import { type AskDeps, askProvider } from './ask-provider.ts'
import { objectiveOf } from './bypass.ts'
import type { Exchange } from './exchange.ts'
import type { DeadlineDeps } from './in-time.ts'
import { modelName } from './model-name.ts'
import { type NoteDeps, noteMessages } from './note-messages.ts'
import { openReceipt } from './receipt.ts'
import { type BodyDeps, receiveBody } from './receive-body.ts'
import { record } from './record.ts'
import { relay } from './relay.ts'
import { savingsHeaders } from './savings-headers.ts'
import { settle } from './settle.ts'
import type { ViewDeps } from './view.ts'
import { keepBody, readView } from './view.ts'

export interface HandleDeps extends GateDeps, BodyDeps, ViewDeps, AskDeps, NoteDeps {
  readonly limits: BodyDeps['limits'] & DeadlineDeps['limits']
}

/** Reading, counting and folding a body from this size takes long enough for others to feel it. */
const HOLDS_UP_FROM_BYTES = 16 * 1024

/** One request's walk, from the key to the receipt. What is there at once is not awaited: see `Soon`. */
export async function handle(deps: HandleDeps, exchange: Exchange, route: FoldedRoute): Promise<void> {
  const { headers } = exchange.request
  // Awaited in any case: when the parser has gone on, a short body is there as well.
  const caller = await admit(deps, exchange)
  exchange.sessionId = ownSessionId(headers)
  const objective = objectiveOf(headers)
  const received = receiveBody(exchange, deps)
  const original = received instanceof Promise ? await received : received
  if (original.length > HOLDS_UP_FROM_BYTES) endTurn()
  const view = readView(deps, route.format, original)
  exchange.model = modelName(view.kind === 'conversation' ? view.conversation.model : view.model)
  const read = { caller, original, view, objective }
  const { examined, forwarding, sent } = await askProvider(deps, exchange, { route, read })
  const { place, rawTokens, rewrite } = examined
  const settled = settle(deps, exchange, { route, view, place, rewrite, rawTokens, sent })
  const receipt = openReceipt(route.format, sent.answer)
  const end = await relay(exchange, sent.answer, {
    headers: savingsHeaders(exchange, rateHeaders(exchange.window!, forwarding.returned(sent.answer))),
    observe: receipt?.push,
  })
  const billed = receipt?.end()
  const usage = billed instanceof Promise ? await billed : billed
  if (usage && sent.isFirst) rewrite.watch?.billed(usage)
  record(deps, exchange, { ...settled, status: sent.answer.status, end, usage })
  const isRead = sent.answer.status < 400 && noteMessages(deps, exchange, { view, place })
  keepBody(deps, original, view)
  // Another body was sent and taken, so this one never left.
  if (rewrite.body !== undefined && sent.isFirst && !isRead) freeBytes(original)
}
