import { tokenProfileOf, type Usage, type WireFormat } from '@pleat/core'
import type { Clock, UsageEntry } from '../ports.ts'
import type { Calibrations } from './calibrations.ts'
import type { Exchange, RelayEnd, TokenFigures } from './exchange.ts'
import { HELD_OUT, OBSERVED } from './prepare-rewrite.ts'
import type { WriteBatch } from './write-batch.ts'

export interface RecordDeps {
  readonly clock: Clock
  readonly usage: WriteBatch<UsageEntry>
  readonly calibrations: Calibrations
}

/** A proxied request that is over. */
export interface Finished {
  readonly format: WireFormat
  readonly end: RelayEnd
  readonly status: number
  readonly isFolded: boolean
  /** Counts before calibration. */
  readonly raw: TokenFigures
  /** False for bodies that could only be guessed at: they teach nothing. */
  readonly isCounted: boolean
  readonly usage: Usage | undefined
}

/** Writes down what a finished request was counted and billed as, and learns from the provider's own count. */
export function record(deps: RecordDeps, exchange: Exchange, finished: Finished): void {
  const { usage, raw, format, isFolded } = finished
  const model = exchange.model ?? ''
  addUsage(deps, exchange, { isFolded, isFailed: finished.status >= 400 || finished.end === 'broken', usage })
  if (usage && finished.isCounted && finished.end === 'complete') {
    const receipt = { rawEstimate: raw.optimized, observed: usage.inputTokens }
    deps.calibrations.learn(model, tokenProfileOf(model, format), receipt)
  }
}

/** Writes down a request that got no answer from a provider. */
export function recordFailure(deps: RecordDeps, exchange: Exchange): void {
  addUsage(deps, exchange, { isFolded: false, isFailed: true, usage: undefined })
}

/** Adds one request to what its key has used today. */
export function addUsage(
  deps: Pick<RecordDeps, 'clock' | 'usage'>,
  { caller, figures, outcome, observedTokens, model = '' }: Exchange,
  { isFolded, isFailed, usage }: { isFolded: boolean; isFailed: boolean; usage: Usage | undefined },
): void {
  if (!caller) return
  deps.usage.add({
    keyId: caller.keyId,
    accountId: caller.accountId,
    day: dayOf(deps.clock.now()),
    model,
    requests: 1,
    folded: isFolded ? 1 : 0,
    failed: isFailed ? 1 : 0,
    originalTokens: figures.original,
    optimizedTokens: figures.optimized,
    billedInputTokens: usage?.inputTokens ?? 0,
    billedCachedTokens: usage?.cachedTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    observed: outcome === OBSERVED ? 1 : 0,
    observedSavedTokens: observedTokens,
    heldOut: outcome === HELD_OUT ? 1 : 0,
  })
}

const DAY_MS = 24 * 60 * 60_000
let lastDay = { number: Number.NaN, text: '' }

/** `YYYY-MM-DD` in UTC, written out once a day. */
function dayOf(time: number): string {
  const number = Math.floor(time / DAY_MS)
  if (number !== lastDay.number) lastDay = { number, text: new Date(time).toISOString().slice(0, 10) }
  return lastDay.text
}
