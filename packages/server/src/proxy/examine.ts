import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../ports.ts'
import { type Soon, whenThere } from '../soon.ts'
import { findBypass } from './bypass.ts'
import type { CacheDeps } from './cache-watch.ts'
import { compress } from './compress.ts'
import { countTokens, mayBeFolded, type TokenDeps } from './count-tokens.ts'
import type { Exchange } from './exchange.ts'
import type { Objective } from './fold-request.ts'
import type { DeadlineDeps } from './in-time.ts'
import { openSession, type SessionPlace } from './open-session.ts'
import type { Rewrite, RewriteDeps } from './rewrite.ts'
import type { Sessions } from './sessions.ts'
import type { View } from './view.ts'

export interface ExamineDeps extends TokenDeps, RewriteDeps, CacheDeps, DeadlineDeps {
  readonly sessions: Sessions
}

/** A request that was read: who asks, what, and what is wanted of the fold. */
export interface ReadRequest {
  readonly caller: Caller
  readonly original: Buffer
  readonly view: View
  readonly objective: Objective
}

/** What is found out about a request beyond its view. */
export interface Examined {
  readonly place: SessionPlace
  /** Tokens of the original before calibration. */
  readonly rawTokens: number
  readonly rewrite: Rewrite
}

/** Whether the fold is asked for nothing, whatever else is found out about the request. */
export function isLeftAsItCame(headers: IncomingHttpHeaders, view: View): boolean {
  return findBypass(headers, view) !== undefined || !mayBeFolded(view)
}

/** Finds the request's session, where `known` is not it, counts its tokens, and asks the fold. */
export function examine(
  deps: ExamineDeps,
  exchange: Exchange,
  read: ReadRequest & { readonly known: SessionPlace | undefined },
): Soon<Examined> {
  const { caller, original, view, objective, known } = read
  const { headers } = exchange.request
  return whenThere(known ?? openSession(deps, exchange, { caller, view }), (place) =>
    whenThere(countTokens(deps, view, original), (rawTokens) =>
      whenThere(compress(deps, { headers, view, place, objective }), (rewrite) => ({ place, rawTokens, rewrite })),
    ),
  )
}
