import { performance } from 'node:perf_hooks'
import type { Caller } from '../gate/key-port.ts'
import type { Log, ParentLog } from '../ports.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { finalStatus } from './finished-request.ts'

/** A log with the fields that many requests share, which are formatted once. */
interface SharedFields {
  readonly parent: ParentLog
  readonly method: string | undefined
  readonly path: string
  readonly upstream: string | undefined
  readonly log: Log
}

/** Limit of logs per key, and for all requests without one. The oldest is dropped. Most keys use one or two paths. */
const MAX_SHARED = 8

const sharedBy = new WeakMap<Caller | ParentLog, SharedFields[]>()

/** Logs one line of ids, counts and times of a finished request: no path values, headers or text. */
export function logRequest(log: ParentLog, exchange: Exchange): void {
  const { figures } = exchange
  const fields = {
    requestId: exchange.requestId,
    status: finalStatus(exchange),
    session: exchange.sessionHash?.slice(0, 8),
    originalTokens: figures.original,
    optimizedTokens: figures.optimized,
    outcome: exchange.outcome,
    ms: Math.round(performance.now() - exchange.startedAt),
    end: exchange.end === 'complete' ? undefined : exchange.end,
    code: exchange.errorCode,
  }
  logOf(log, exchange).info(fields, 'request')
}

function logOf(parent: ParentLog, { caller, request, pattern, upstream }: Exchange): Log {
  const { method } = request
  const shared = sharedOf(caller ?? parent)
  for (const known of shared) {
    if (known.path === pattern && known.upstream === upstream && known.method === method && known.parent === parent) {
      return known.log
    }
  }
  const log = parent.child({ method, path: pattern, account: caller?.accountId, keyId: caller?.keyId, upstream })
  if (shared.push({ parent, method, path: pattern, upstream, log }) > MAX_SHARED) shared.shift()
  return log
}

function sharedOf(owner: Caller | ParentLog): SharedFields[] {
  const known = sharedBy.get(owner)
  if (known) return known
  const shared: SharedFields[] = []
  sharedBy.set(owner, shared)
  return shared
}
