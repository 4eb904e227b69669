import { hash, randomUUID } from 'node:crypto'
import { TUL1_VERSION, tokenProfileOf } from '@pleat/core'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ServiceError, toServiceError } from '../errors.ts'
import { entitle, paymentRequired } from '../gate/entitle.ts'
import { readJson } from '../gate/read-json.ts'
import { onceMismatch, readOnceKey, requestOnce } from '../gate/request-once.ts'
import { toCents } from '../money/cents.ts'
import { feeFor, SHARE_PERCENT } from '../money/fees.ts'
import type { PriceList } from '../money/prices.ts'
import type { ChargeOutcome, LedgerStore, RequestOnce } from '../money-ports.ts'
import { TIER_LABELS } from '../openapi/field.ts'
import { TRANSCRIPT_REQUEST, type TRANSCRIPT_VIEW } from '../openapi/transcript-schemas.ts'
import type { Caller, Clock, Plan } from '../ports.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { type BodyDeps, receiveBody, releaseBody } from '../proxy/receive-body.ts'
import { addUsage } from '../proxy/record.ts'
import type { UsageRecorder } from '../proxy/usage-recorder.ts'
import { TranscriptQueueFull, type TranscriptView, type TranscriptWorker } from '../transcript-port.ts'
import { signupUrlFor } from './signup.ts'

interface Deps extends BodyDeps {
  readonly config: { readonly host: string; readonly signupUrl: string | undefined }
  readonly store: { readonly ledger: LedgerStore }
  readonly prices: PriceList
  readonly transcriptWorker: TranscriptWorker
  readonly clock: Clock
  readonly usage: UsageRecorder
}

type Transcript = z.output<typeof TRANSCRIPT_REQUEST>

/** `POST /v1/tul1` (spec 4.4). */
export function addTul1(framework: FastifyInstance, deps: Deps): void {
  framework.post('/v1/tul1', async ({ exchange }) => {
    try {
      return await answerTranscript(deps, exchange)
    } catch (error) {
      if (toServiceError(error).status >= 500) recordView(deps, exchange, { isFailed: true, isApplied: false })
      throw error
    } finally {
      releaseBody(exchange)
    }
  })
}

/** Whoever may not use it learns so before a byte of the body is read; nobody pays before the view is there. */
async function answerTranscript(deps: Deps, exchange: Exchange): Promise<z.output<typeof TRANSCRIPT_VIEW>> {
  const { headers } = exchange.request
  const { ledger } = deps.store
  const signupUrl = signupUrlFor(deps.config, exchange.request.socket)
  const readKey = () => readOnceKey(headers, 'tul1')
  const caller = await entitle(ledger, { caller: exchange.caller, onceKeyHash: readKey, signupUrl })
  const onceKeyHash = readKey()
  const body = await receiveBody(exchange, deps)
  const transcript = readJson(body, TRANSCRIPT_REQUEST)
  const once = requestOnce(onceKeyHash, body)
  await refuseOtherBody(ledger, caller, once)
  const view = await compress(deps, caller, transcript)
  exchange.outcome = view.applied ? 'applied' : 'not-applied'
  exchange.figures = { original: view.replacedTokens, optimized: view.replacedTokens - view.savedTokens }
  const outcome = await charge(deps, { caller, transcript, view, once })
  if (outcome.kind === 'mismatch') throw onceMismatch()
  if (outcome.kind === 'refused') {
    throw paymentRequired({ tier: outcome.plan, budgetMicroCents: outcome.budgetMicroCents, signupUrl })
  }
  recordView(deps, exchange, { isFailed: false, isApplied: view.applied })
  const sessionId = transcript.session_id ?? sessionIdFor(caller, onceKeyHash)
  return describe({ transcript, view, sessionId, ...outcome })
}

/** Before the work and not only when it is charged, where the same is looked at again. */
async function refuseOtherBody(ledger: LedgerStore, caller: Caller, once: RequestOnce | undefined): Promise<void> {
  const known = once && (await ledger.findBodyHash(caller.accountId, once.keyHash))
  if (known !== undefined && known !== once?.bodyHash) throw onceMismatch()
}

async function compress(deps: Deps, caller: Caller, transcript: Transcript): Promise<TranscriptView> {
  const { encoding } = tokenProfileOf(transcript.model_hint ?? '', 'openai-chat')
  const { messages, protection_mode: mode } = transcript
  const request = { owner: caller.accountId, messages, mode: mode ?? 'balanced', encoding } as const
  return await deps.transcriptWorker.enhance(request).catch((cause: unknown) => {
    if (!(cause instanceof TranscriptQueueFull)) throw cause
    const seconds = cause.retryAfterSeconds
    const message = `Too many transcripts are being worked on. Try again in ${seconds} s.`
    throw new ServiceError('busy', { message, cause, headers: { 'Retry-After': String(seconds) } })
  })
}

function charge(
  deps: Deps,
  call: { caller: Caller; transcript: Transcript; view: TranscriptView; once: RequestOnce | undefined },
): Promise<ChargeOutcome> {
  const { caller, transcript, view, once } = call
  const hints = { model: transcript.model_hint ?? undefined, provider: transcript.provider_hint ?? undefined }
  const price = deps.prices.find(hints)
  const savedTokens = view.applied ? view.savedTokens : 0
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

/** Transcripts stand beside the models in what was used: any model may be their hint. */
const USAGE_NAME = 'tul1'

function recordView(deps: Deps, exchange: Exchange, call: { isFailed: boolean; isApplied: boolean }): void {
  exchange.model = USAGE_NAME
  addUsage(deps, exchange, { isFolded: call.isApplied, isFailed: call.isFailed, usage: undefined })
}

/** A request that is repeated is given the same id again. */
function sessionIdFor(caller: Caller, onceKeyHash: string | undefined): string {
  if (onceKeyHash === undefined) return randomUUID()
  return hash('sha256', `${caller.accountId}\n${onceKeyHash}`, 'base64url').slice(0, 36)
}

function describe(served: {
  transcript: Transcript
  view: TranscriptView
  sessionId: string
  plan: Plan
  microCents: number
}): z.output<typeof TRANSCRIPT_VIEW> {
  const { transcript, view, sessionId, plan, microCents } = served
  return {
    ok: true,
    applied: view.applied,
    tier: plan,
    service_md: view.serviceMd,
    raw_tail: transcript.messages.slice(view.compressedTurns),
    n_compressed_turns: view.compressedTurns,
    n_total: view.totalTurns,
    saving_chars: view.savedChars,
    saving_tokens: view.savedTokens,
    session_id: sessionId,
    protection_mode: transcript.protection_mode ?? 'balanced',
    fee_cents: toCents(microCents),
    tier_label: TIER_LABELS[plan],
    version: TUL1_VERSION,
  }
}
