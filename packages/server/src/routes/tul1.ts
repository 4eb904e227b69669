import { hash, randomUUID } from 'node:crypto'
import { TUL1_VERSION } from '@pleat/core'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ServiceError, toServiceError } from '../errors.ts'
import { entitle, paymentRequired } from '../gate/entitle.ts'
import type { Caller } from '../gate/key-port.ts'
import { ClientGone } from '../gate/read-body.ts'
import { onceMismatch, readOnceKey, requestOnce } from '../gate/request-once.ts'
import type { Plan } from '../money/account.ts'
import { toCents } from '../money/cents.ts'
import { feeFor, SHARE_PERCENT } from '../money/fees.ts'
import type { ChargeOutcome, LedgerStore, RequestOnce } from '../money/ledger-port.ts'
import type { PriceList } from '../money/prices.ts'
import { TIER_LABELS } from '../openapi/field.ts'
import type { TRANSCRIPT_VIEW } from '../openapi/transcript-schemas.ts'
import type { Clock } from '../ports.ts'
import { type Exchange, isClientGone } from '../proxy/exchange.ts'
import { type BodyDeps, receiveBody, releaseAfterResponse, releaseBody } from '../proxy/receive-body.ts'
import { addUsage } from '../proxy/record.ts'
import type { UsageRecorder } from '../proxy/usage-recorder.ts'
import { TRANSCRIPT_USAGE } from '../usage-kinds.ts'
import { signupUrlFor } from './signup.ts'
import { TranscriptQueueFull, type TranscriptView, type TranscriptWorker } from './transcript-port.ts'

interface Deps extends BodyDeps {
  readonly config: { readonly host: string; readonly signupUrl: string | undefined }
  readonly store: { readonly ledger: LedgerStore }
  readonly prices: PriceList
  readonly transcriptWorker: TranscriptWorker
  readonly clock: Clock
  readonly usage: UsageRecorder
}

type View = z.output<typeof TRANSCRIPT_VIEW>

/** `POST /v1/tul1`. */
export function addTul1(framework: FastifyInstance, deps: Deps): void {
  framework.post('/v1/tul1', async ({ exchange }, reply) => {
    try {
      const body = await answerTranscript(deps, exchange)
      releaseAfterResponse(exchange)
      return await reply.type('application/json; charset=utf-8').send(body)
    } catch (error) {
      releaseBody(exchange)
      const isFailed = !(error instanceof ClientGone) && toServiceError(error).status >= 500
      if (isFailed) recordView(deps, exchange, { isFailed, isApplied: false })
      throw error
    }
  })
}

/** A caller who is not entitled is refused before the body is read. Nothing is charged before the view exists. */
async function answerTranscript(deps: Deps, exchange: Exchange): Promise<Buffer> {
  const { headers } = exchange.request
  const { ledger } = deps.store
  const signupUrl = signupUrlFor(deps.config, exchange.request.socket)
  const readKey = () => readOnceKey(headers, 'tul1')
  const caller = await entitle(ledger, { caller: exchange.caller, onceKeyHash: readKey, signupUrl })
  const onceKeyHash = readKey()
  const body = await receiveBody(exchange, deps)
  const once = requestOnce(onceKeyHash, body)
  await refuseOtherBody(ledger, caller, once)
  const transcript = await compress(deps, caller, body)
  const { enhanced } = transcript
  exchange.outcome = enhanced.applied ? 'applied' : 'not-applied'
  exchange.figures = { original: enhanced.replacedTokens, optimized: enhanced.replacedTokens - enhanced.savedTokens }
  // Nobody would receive the view.
  if (isClientGone(exchange)) throw new ClientGone()
  const outcome = await charge(deps, { caller, transcript, once })
  if (outcome.kind === 'mismatch') throw onceMismatch()
  if (outcome.kind === 'refused') {
    throw paymentRequired({ tier: outcome.plan, budgetMicroCents: outcome.budgetMicroCents, signupUrl })
  }
  recordView(deps, exchange, { isFailed: false, isApplied: enhanced.applied })
  const sessionId = transcript.hints.sessionId ?? sessionIdFor(caller, onceKeyHash)
  return describe({ transcript, sessionId, ...outcome })
}

/** Refuses a repeated key with another body before the work starts. `charge` checks it again. */
async function refuseOtherBody(ledger: LedgerStore, caller: Caller, once: RequestOnce | undefined): Promise<void> {
  const known = once && (await ledger.findBodyHash(caller.accountId, once.keyHash))
  if (known !== undefined && known !== once?.bodyHash) throw onceMismatch()
}

/** @throws {ServiceError} invalid_json, invalid_request, busy */
async function compress(deps: Deps, caller: Caller, body: Buffer): Promise<TranscriptView> {
  const result = await deps.transcriptWorker.enhance({ owner: caller.accountId, body }).catch((cause: unknown) => {
    if (!(cause instanceof TranscriptQueueFull)) throw cause
    const seconds = cause.retryAfterSeconds
    const message = `Too many transcripts are in progress. Try again in ${seconds} s.`
    throw new ServiceError('busy', { message, cause, headers: { 'Retry-After': String(seconds) } })
  })
  if (result.kind === 'view') return result
  const { code, message, parameter } = result
  throw new ServiceError(code, { message, ...(parameter !== undefined && { parameter }) })
}

function charge(
  deps: Deps,
  call: { caller: Caller; transcript: TranscriptView; once: RequestOnce | undefined },
): Promise<ChargeOutcome> {
  const { caller, transcript, once } = call
  const { enhanced, hints } = transcript
  const price = deps.prices.find({ model: hints.model, provider: hints.provider })
  const savedTokens = enhanced.applied ? enhanced.savedTokens : 0
  const feeOn = (plan: Plan) => ({ microCents: feeFor(savedTokens, price, plan), sharePercent: SHARE_PERCENT[plan] })
  return deps.store.ledger.charge({
    accountId: caller.accountId,
    keyId: caller.keyId,
    savedTokens,
    priceName: price.name,
    microDollarsPerMillion: price.microDollarsPerMillion,
    fees: { free: feeOn('free'), pro: feeOn('pro') },
    once,
  })
}

function recordView(deps: Deps, exchange: Exchange, call: { isFailed: boolean; isApplied: boolean }): void {
  exchange.model = TRANSCRIPT_USAGE
  addUsage(deps, exchange, { isFolded: call.isApplied, isFailed: call.isFailed, usage: undefined })
}

/** A repeated request gets the same generated id. */
function sessionIdFor(caller: Caller, onceKeyHash: string | undefined): string {
  if (onceKeyHash === undefined) return randomUUID()
  return hash('sha256', `${caller.accountId}\n${onceKeyHash}`, 'base64url').slice(0, 36)
}

/** The body of the response. The raw messages are JSON already. */
function describe(served: { transcript: TranscriptView; sessionId: string; plan: Plan; microCents: number }): Buffer {
  const { transcript, sessionId, plan, microCents } = served
  const { enhanced, hints, rawTail } = transcript
  const before = {
    ok: true,
    applied: enhanced.applied,
    tier: plan,
    service_md: enhanced.serviceMd,
  } satisfies Partial<View>
  const after = {
    n_compressed_turns: enhanced.compressedTurns,
    n_total: enhanced.totalTurns,
    saving_chars: enhanced.savedChars,
    saving_tokens: enhanced.savedTokens,
    session_id: sessionId,
    protection_mode: hints.mode,
    fee_cents: toCents(microCents),
    tier_label: TIER_LABELS[plan],
    version: TUL1_VERSION,
  } satisfies Partial<View>
  const start = `${JSON.stringify(before).slice(0, -1)},"raw_tail":`
  return Buffer.concat([Buffer.from(start), rawTail, Buffer.from(`,${JSON.stringify(after).slice(1)}`)])
}
