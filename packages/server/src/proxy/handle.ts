import { admit, type GateDeps } from '../gate/admit.ts'
import { freeBytes } from '../gate/free-bytes.ts'
import { rateHeaders } from '../gate/rate-limit.ts'
import type { UploadLimits } from '../gate/read-body.ts'
import { ownSessionId } from '../gate/session-id.ts'
import type { FoldedRoute } from '../routes/provider-api.ts'
import { planAttempts, sendAttempts } from './attempts.ts'
import { objectiveOf } from './bypass.ts'
import type { CacheDeps } from './cache-watch.ts'
import { compress } from './compress.ts'
import { countTokens, mayBeFolded, type TokenDeps } from './count-tokens.ts'
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

/** One request's walk, from the key to the receipt. */
export async function handle(deps: HandleDeps, exchange: Exchange, route: FoldedRoute): Promise<void> {
  const { headers } = exchange.request
  const caller = await admit(deps, exchange)
  exchange.sessionId = ownSessionId(headers)
  const objective = objectiveOf(headers)
  const original = await receiveBody(exchange, deps.limits)
  const view = readView(deps, route.format, original)
  exchange.model = view.kind === 'conversation' ? view.conversation.model : view.model
  const place = await openSession(deps, exchange, { caller, view })
  const countedFirst = mayBeFolded(view) ? await countTokens(deps, view, original) : undefined
  const rewrite = compress(deps, { headers, view, place, objective })
  const attempts = planAttempts(deps, { original, view, session: place.session, rewrite })
  const forwarding = await prepareForwarding(deps, exchange, route)
  const sending = sendAttempts(deps, exchange, { forwarding, attempts, session: place.session })
  // What the fold has no need of is counted while the provider is at work.
  const [sent, rawTokens] = await both(sending, countedFirst ?? countTokens(deps, view, original)).catch((error) => {
    recordFailure(deps, exchange)
    throw error
  })
  // Another body was sent and taken, so this one never left.
  if (rewrite.body !== undefined && sent.isFirst) freeBytes(original)
  const settled = settle(deps, exchange, { route, view, place, rewrite, rawTokens, sent })
  const receipt = openReceipt(route.format, sent.answer)
  const end = await relay(exchange, sent.answer, {
    headers: forwarding.returned(sent.answer).concat(rateHeaders(exchange.window!), savingsHeaders(exchange)),
    observe: receipt?.push,
  })
  const usage = await receipt?.end()
  if (usage && sent.isFirst) rewrite.watch?.billed(usage)
  record(deps, exchange, { ...settled, status: sent.answer.status, end, usage })
  if (sent.answer.status < 400) noteMessages(deps, exchange, { view, place })
}

/** Counting never rejects. What is there at once costs no promise. */
async function both<Sent>(sending: Promise<Sent>, count: Promise<number> | number): Promise<[Sent, number]> {
  return typeof count === 'number' ? [await sending, count] : await Promise.all([sending, count])
}
