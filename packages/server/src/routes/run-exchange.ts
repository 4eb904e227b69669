import { type ServiceError, toServiceError } from '../errors.ts'
import { ClientGone } from '../gate/read-body.ts'
import { logRequest } from '../observability/request-line.ts'
import type { RequestMetrics } from '../observability/request-metrics.ts'
import { tracedRequest } from '../observability/traced-request.ts'
import type { ParentLog } from '../ports.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { releaseBody } from '../proxy/receive-body.ts'
import { type RefusalDeps, refuse } from '../proxy/refuse.ts'

export interface RunDeps extends RefusalDeps {
  readonly log: ParentLog
  readonly metrics: RequestMetrics
}

/** Handles one request: an error becomes the response, and one line is logged. Never rejects. */
export async function runExchange(deps: RunDeps, exchange: Exchange, walk: () => Promise<void>): Promise<void> {
  deps.metrics.enter()
  try {
    await walk()
  } catch (thrown) {
    // An abandoned response would hold the provider's connection.
    exchange.abort?.()
    if (!(thrown instanceof ClientGone)) await answerError(deps, exchange, toServiceError(thrown))
  } finally {
    releaseBody(exchange)
  }
  deps.metrics.leave()
  finishExchange(deps, exchange)
}

/** Sends the error, and logs its cause unless the client caused it. */
export async function answerError(deps: RunDeps, exchange: Exchange, error: ServiceError): Promise<void> {
  exchange.errorCode = error.code
  if (error.code === 'internal') deps.log.error({ error, requestId: exchange.requestId }, 'A request failed.')
  else if (error.status > 500) deps.log.warn({ error, requestId: exchange.requestId }, 'A request could not be served.')
  try {
    await refuse(deps, exchange, error)
  } catch (failure) {
    deps.log.error({ error: failure, requestId: exchange.requestId }, 'An error could not be answered.')
    exchange.response.destroy()
  }
}

/** Counts a finished request, ends its trace and logs it. */
export function finishExchange({ log, metrics }: Pick<RunDeps, 'log' | 'metrics'>, exchange: Exchange): void {
  metrics.add(exchange)
  exchange.trace?.end(tracedRequest(exchange))
  logRequest(log, exchange)
}
