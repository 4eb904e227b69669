import { randomUUID } from 'node:crypto'
import { type Exchange, ownMilliseconds } from './exchange.ts'

/** The headers of spec 2.3 and what happened to the request, as name and value in turn. */
export function savingsHeaders(exchange: Exchange): string[] {
  const { original, optimized } = exchange.figures
  const saved = original - optimized
  exchange.sessionId ??= randomUUID()
  const overheadMs = exchange.overheadMs ?? ownMilliseconds(exchange)
  return [
    'X-Service-Saved-Tokens',
    String(saved),
    'X-Service-Savings-Percent',
    String(savingsPercent(original, saved)),
    'X-Service-Original-Tokens',
    String(original),
    'X-Service-Optimized-Tokens',
    String(optimized),
    'X-Service-Session-Id',
    exchange.sessionId,
    'X-Service-Proxy-Overhead-Ms',
    String(Math.max(0, Math.round(overheadMs))),
    'X-Service-Compression',
    exchange.outcome,
  ]
}

/** Share of `original` that was saved, 0 to 100 with at most two decimals. */
export function savingsPercent(original: number, saved: number): number {
  if (original <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((saved / original) * 10_000) / 100))
}
