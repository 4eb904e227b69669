import { tokenProfileOf, type Usage, type WireFormat } from '@pleat/core'
import { guessTokens } from '../compression/guess-tokens.ts'
import type { Provider } from '../config/providers.ts'
import { toServiceError } from '../errors.ts'
import { ClientGone } from '../gate/read-body.ts'
import type { PriceList } from '../money/prices.ts'
import type { MoneySums } from '../money/usage-port.ts'
import type { Clock } from '../ports.ts'
import { dayOf } from '../utc-day.ts'
import { billRequest } from './bill-request.ts'
import type { Calibrations } from './calibrations.ts'
import type { Exchange, RelayEnd, TokenFigures } from './exchange.ts'
import { HELD_OUT, OBSERVED } from './fold-and-splice.ts'
import type { TurnBill } from './turn-port.ts'
import type { UsageRecorder } from './usage-recorder.ts'

export interface RecordDeps {
  readonly clock: Clock
  readonly usage: UsageRecorder
  readonly calibrations: Calibrations
  readonly prices: PriceList
}

/** A finished proxied request. */
export interface Finished {
  readonly format: WireFormat
  readonly provider: Provider
  readonly end: RelayEnd
  readonly status: number
  readonly isFolded: boolean
  /** Counts before calibration. */
  readonly raw: TokenFigures
  /** False if tokens are estimated or added by the provider. Such a request does not calibrate the counter. */
  readonly isCounted: boolean
  readonly usage: Usage | undefined
  /** The bill of its input and of the original's. Null if the response reported no usage. */
  readonly bill: TurnBill | null
  /** See `Answered`. */
  readonly hourWrite: number | undefined
  /** Output tokens, estimated from the length of the response. */
  readonly outputEstimate: number
}

/** Records the tokens and the bill of a finished request, and calibrates the counter with the provider's count. */
export function record(deps: RecordDeps, exchange: Exchange, finished: Finished): void {
  const { usage, bill, raw, format, isFolded } = finished
  const model = exchange.model ?? ''
  const isFailed = finished.status >= 400 || finished.end === 'broken'
  addUsage(deps, exchange, { isFolded, isFailed, usage, bill, billMicroCents: billOf(deps, exchange, finished) })
  if (usage && finished.isCounted && finished.end === 'complete') {
    const receipt = { rawEstimate: raw.optimized, observed: usage.inputTokens }
    deps.calibrations.learn(model, tokenProfileOf(model, format), receipt)
  }
}

/** The provider's charge in whole micro-cents. Errors and redirects cost nothing. */
function billOf({ prices }: RecordDeps, { model = '', figures }: Exchange, finished: Finished): number {
  const { status, end, usage, outputEstimate, provider, hourWrite } = finished
  if (status >= 300) return 0
  const estimate = { input: figures.optimized, output: outputEstimate }
  return billRequest(prices, { model, provider }, { usage, isComplete: end === 'complete', hourWrite, estimate })
}

/** Records a request without a response. */
export function recordFailure(
  deps: RecordDeps,
  exchange: Exchange,
  { error, provider, sentBytes }: { error: unknown; provider: Provider; sentBytes: number },
): void {
  const isBilled = mayBeBilled(exchange, error)
  const estimate = { input: guessTokens(sentBytes), output: 0 }
  const answered = { usage: undefined, isComplete: false, estimate }
  const billMicroCents = isBilled ? billRequest(deps.prices, { model: exchange.model ?? '', provider }, answered) : 0
  addUsage(deps, exchange, { isFolded: false, isFailed: true, usage: undefined, billMicroCents })
}

/**
 * True if the provider may charge for a request without a response: the client disconnected, or the provider timed out, after
 * the request was sent on a connection.
 */
export function mayBeBilled({ call }: Exchange, error: unknown): boolean {
  const isReceived = error instanceof ClientGone || toServiceError(error).code === 'upstream_timeout'
  return isReceived && call?.hasBegun === true
}

/** Adds one request to today's usage of its key. */
export function addUsage(
  deps: Pick<RecordDeps, 'clock' | 'usage'>,
  { caller, figures, outcome, observedTokens, model = '' }: Exchange,
  used: {
    isFolded: boolean
    isFailed: boolean
    usage: Usage | undefined
    bill?: TurnBill | null
    billMicroCents?: number
  },
): void {
  if (!caller) return
  const { isFolded, isFailed, usage, bill = null, billMicroCents = 0 } = used
  deps.usage.add({
    keyId: caller.keyId,
    accountId: caller.accountId,
    day: currentDay(deps.clock.now()),
    model,
    requests: 1,
    folded: isFolded ? 1 : 0,
    failed: isFailed ? 1 : 0,
    // A failed request saved nothing. Its tokens would lower the share that the others saved.
    originalTokens: isFailed ? 0 : figures.original,
    optimizedTokens: isFailed ? 0 : figures.optimized,
    billedInputTokens: usage?.inputTokens ?? 0,
    billedCachedTokens: usage?.cachedTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    billMicroCents,
    observed: outcome === OBSERVED ? 1 : 0,
    observedSavedTokens: observedTokens,
    heldOut: outcome === HELD_OUT ? 1 : 0,
    ...moneyOf(bill),
  })
}

const NO_MONEY: MoneySums = { billedRequests: 0, pricedRequests: 0, inputMicroDollars: 0, directMicroDollars: 0 }

function moneyOf(bill: TurnBill | null): MoneySums {
  if (bill === null) return NO_MONEY
  const { microDollars, directMicroDollars } = bill
  if (microDollars === null || directMicroDollars === null) return { ...NO_MONEY, billedRequests: 1 }
  return { billedRequests: 1, pricedRequests: 1, inputMicroDollars: microDollars, directMicroDollars }
}

const DAY_MS = 24 * 60 * 60_000
let lastDay = { number: Number.NaN, text: '' }

/** `dayOf`, formatted once a day. */
function currentDay(time: number): string {
  const number = Math.floor(time / DAY_MS)
  if (number !== lastDay.number) lastDay = { number, text: dayOf(time) }
  return lastDay.text
}
