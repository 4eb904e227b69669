import type { Exchange } from '../proxy/exchange.ts'
import type { TracedCall, TracedRequest } from '../proxy/trace-port.ts'
import { statusLabel } from './closed-sets.ts'
import { errorTypeOf, finalStatus } from './finished-request.ts'
import { operationOf } from './operations.ts'

/** The attributes of a finished request for its trace. */
export function tracedRequest(exchange: Exchange): TracedRequest {
  const status = finalStatus(exchange)
  return {
    status,
    errorType: errorTypeOf(exchange, statusLabel(status)),
    account: exchange.caller?.accountId,
    session: exchange.sessionHash,
    outcome: exchange.outcome,
    originalTokens: exchange.figures.original,
    optimizedTokens: exchange.figures.optimized,
    observedTokens: exchange.observedTokens,
    overheadMs: exchange.overheadMs,
    endedAt: performance.now(),
    call: callOf(exchange),
  }
}

function callOf(exchange: Exchange): TracedCall | undefined {
  const { provider, sentAt } = exchange
  if (provider === undefined || sentAt === undefined) return undefined
  const operation = operationOf(exchange.pattern, exchange.request.method)
  return {
    operation,
    // A list of models that merges several upstreams has no single one.
    upstream: exchange.upstream ?? provider,
    // The model is unknown if the body was passed on unread.
    model: operation === 'chat' ? exchange.model : undefined,
    sentAt,
    firstChunkAt: exchange.firstChunkAt,
    isStream: exchange.isStream,
    isCompacted: exchange.isFolded,
    resends: exchange.resends,
    usage: exchange.usage,
  }
}
