import { randomUUID } from 'node:crypto'
import { type Exchange, ownMilliseconds } from './exchange.ts'

/** Adds the savings headers and the outcome of compression to `others`, a flat list of names and values. */
export function savingsHeaders(exchange: Exchange, others: string[] = []): string[] {
  const { original, optimized } = exchange.figures
  const saved = original - optimized
  exchange.sessionId ??= randomUUID()
  const overheadMs = exchange.overheadMs ?? ownMilliseconds(exchange)
  others.push('X-Service-Saved-Tokens', String(saved))
  others.push('X-Service-Savings-Percent', String(savingsPercent(original, saved)))
  others.push('X-Service-Original-Tokens', String(original))
  others.push('X-Service-Optimized-Tokens', String(optimized))
  others.push('X-Service-Session-Id', exchange.sessionId)
  others.push('X-Service-Proxy-Overhead-Ms', String(Math.max(0, Math.round(overheadMs))))
  others.push('X-Service-Compression', exchange.outcome)
  if (exchange.observedTokens > 0) others.push('X-Service-Observed-Saved-Tokens', String(exchange.observedTokens))
  return others
}

/** Share of `original` that was saved, 0 to 100 with at most two decimals. */
export function savingsPercent(original: number, saved: number): number {
  if (original <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((saved / original) * 10_000) / 100))
}
