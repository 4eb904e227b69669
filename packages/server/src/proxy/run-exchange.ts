import { performance } from 'node:perf_hooks'
import { type ServiceError, toServiceError } from '../errors.ts'
import { ClientGone } from '../gate/read-body.ts'
import type { Log } from '../ports.ts'
import { type Exchange, isClientGone } from './exchange.ts'
import { releaseBody } from './receive-body.ts'
import { type RefusalDeps, refuse } from './refuse.ts'

export interface RunDeps extends RefusalDeps {
  readonly log: Log
}

/** In the log only: the client left before there was a status. */
const CLIENT_GONE_STATUS = 499

/** Runs the walk of one request: an error becomes the answer, and one line goes to the log. Never rejects. */
export async function runExchange(deps: RunDeps, exchange: Exchange, walk: () => Promise<void>): Promise<void> {
  try {
    await walk()
  } catch (thrown) {
    if (!(thrown instanceof ClientGone)) await answerError(deps, exchange, toServiceError(thrown))
  } finally {
    releaseBody(exchange)
  }
  logExchange(deps.log, exchange)
}

/** Answers with the error, and logs what is behind it where that is not the client's doing. */
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

/** One line a request: ids, counts and times; no values of the path, no headers, no text. */
export function logExchange(log: Log, exchange: Exchange): void {
  const { request, response, caller, figures } = exchange
  const fields = {
    requestId: exchange.requestId,
    method: request.method,
    path: exchange.pattern,
    status: isClientGone(exchange) && !response.headersSent ? CLIENT_GONE_STATUS : response.statusCode,
    account: caller?.accountId,
    keyId: caller?.keyId,
    session: exchange.sessionHash?.slice(0, 8),
    upstream: exchange.upstream,
    originalTokens: figures.original,
    optimizedTokens: figures.optimized,
    outcome: exchange.outcome,
    ms: Math.round(performance.now() - exchange.startedAt),
    end: exchange.end === 'complete' ? undefined : exchange.end,
    code: exchange.errorCode,
  }
  log.info(fields, 'request')
}
