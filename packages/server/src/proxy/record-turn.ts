import type { CacheTerms } from '@pleat/core'
import { type ComparisonDeps, compare } from './comparison.ts'
import type { Exchange, RelayEnd } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'
import { type LostDeps, noteLostReasoning } from './lost-reasoning.ts'
import type { Receipt } from './receipt.ts'
import { type RecordDeps, record } from './record.ts'
import type { Sent } from './retry-plan.ts'
import type { SentTurn } from './send-upstream.ts'
import { billTurn, type TurnBillDeps } from './turn-bill.ts'
import type { TurnRecorder } from './turn-recorder.ts'
import type { SentFigures } from './update-session-stats.ts'

const HOUR_MS = 60 * 60_000

export interface RecordTurnDeps extends RecordDeps, ComparisonDeps, LostDeps, TurnBillDeps {
  readonly turns: TurnRecorder
}

/** A turn whose response was relayed. */
export interface RelayedTurn extends SentTurn {
  readonly rewrite: Rewrite
  readonly sent: Sent
  readonly figures: SentFigures
  /** Undefined for an error, a redirect, and a response in an unknown encoding. */
  readonly receipt: Receipt | undefined
  readonly end: RelayEnd
}

/** Records the usage and savings of a relayed turn, and learns from the provider's usage. */
export async function recordTurn(deps: RecordTurnDeps, exchange: Exchange, turn: RelayedTurn): Promise<void> {
  const { route, facts, session, rewrite, sent, figures, receipt, end } = turn
  const { status } = sent.answer
  const usage = await receipt?.end()
  exchange.usage = usage
  if (usage && sent.isFirst) {
    rewrite.watch?.billed(usage, rewrite.prepared.body === undefined)
    noteLostReasoning(deps, exchange, { facts, rewrite, lost: usage.lostReasoning ?? 0 })
  }
  const { provider } = route.api
  const bill = billTurn(deps, exchange, { provider, facts, usage })
  const outputEstimate = receipt?.estimateOutput() ?? 0
  const hourWrite = facts.kind === 'conversation' ? hourWriteOf(facts.cacheTerms) : undefined
  record(deps, exchange, { ...figures, provider, status, end, usage, bill, hourWrite, outputEstimate })
  compare(deps, exchange, { facts, session, isFailed: status >= 400 || end === 'broken' })
  deps.turns.record(exchange, { facts, status, bill })
}

function hourWriteOf({ caching, lifetimeMs }: CacheTerms): number | undefined {
  return caching.kind === 'asked' && lifetimeMs >= HOUR_MS ? caching.write : undefined
}
