import { admit, type GateDeps } from '../gate/admit.ts'
import { freeBytes } from '../gate/free-bytes.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import type { UploadLimits } from '../gate/read-body.ts'
import { ownSessionId } from '../gate/session-id.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import { planAttempts, type Sent, sendAttempts } from './attempts.ts'
import { objectiveOf } from './bypass.ts'
import type { CacheDeps } from './cache-watch.ts'
import { compress } from './compress.ts'
import { countTokens, mayBeFolded, type TokenDeps } from './count-tokens.ts'
import { endWaiting } from './end-together.ts'
import type { Exchange } from './exchange.ts'
import { type ForwardDeps, prepareForwarding } from './forward.ts'
import { type NoteDeps, noteMessages } from './note-messages.ts'
import { openSession } from './open-session.ts'
import { openReceipt } from './receipt.ts'
import { receiveBody } from './receive-body.ts'
import { type RecordDeps, record, recordFailure } from './record.ts'
import { relay } from './relay.ts'
import type { RewriteDeps } from './rewrite.ts'
import { savingsHeaders } from './savings-headers.ts'
import type { Sessions } from './sessions.ts'
import { settle } from './settle.ts'
import type { ViewDeps } from './view.ts'
import { readView } from './view.ts'

export interface HandleDeps
  extends GateDeps,
    ViewDeps,
    TokenDeps,
    RewriteDeps,
    ForwardDeps,
    RecordDeps,
    NoteDeps,
    CacheDeps {
  readonly sessions: Sessions
  readonly limits: UploadLimits
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
  const received = receiveBody(exchange, deps.limits)
  const original = received instanceof Promise ? await received : received
  if (original.length > HOLDS_UP_FROM_BYTES) endWaiting()
  const view = readView(deps, route.format, original)
  exchange.model = view.kind === 'conversation' ? view.conversation.model : view.model
  const opened = openSession(deps, exchange, { caller, view })
  const place = opened instanceof Promise ? await opened : opened
  const countedFirst = mayBeFolded(view) ? await countTokens(deps, view, original) : undefined
  const compressing = compress(deps, { headers, view, place, objective })
  const rewrite = compressing instanceof Promise ? await compressing : compressing
  const attempts = planAttempts(deps, { original, view, session: place.session, rewrite })
  const prepared = prepareForwarding(deps, exchange, route)
  const forwarding = prepared instanceof Promise ? await prepared : prepared
  const sending = sendAttempts(deps, exchange, { forwarding, attempts, session: place.session })
  // What the fold has no need of is counted while the provider is at work.
  const counted = countedFirst ?? countTokens(deps, view, original)
  let sent: Sent
  try {
    sent = await sending
  } catch (error) {
    recordFailure(deps, exchange)
    throw error
  }
  const rawTokens = typeof counted === 'number' ? counted : await counted
  // Another body was sent and taken, so this one never left.
  if (rewrite.body !== undefined && sent.isFirst) freeBytes(original)
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
  if (sent.answer.status < 400) noteMessages(deps, exchange, { view, place })
}
