import type { Hash } from '@pleat/core'
import type { z } from 'zod'
import type { CloudStore } from '../../cloud/cloud-port.ts'
import type { Config } from '../../config/config.ts'
import type { RequestOnce } from '../../money/ledger-port.ts'
import type { Operation } from '../../openapi/operation.ts'
import { refusal } from '../../openapi/own-operations.ts'
import type { Clock } from '../../ports.ts'
import type { Counters } from '../../proxy/counters.ts'
import type { Store } from '../../store-port.ts'

/** Dependencies of the operator's routes. */
export interface AdminDeps {
  readonly store: Store
  /** Reads stored clouds and unseals them. */
  readonly storedClouds: CloudStore
  readonly clock: Clock
  /** The hash under which session ids are stored. */
  readonly hash: Hash
  readonly config: Pick<Config, 'requestsPerMinute' | 'holdoutShare'>
  readonly counters: Pick<Counters, 'read'>
}

/** The validated parts of a request. */
export interface AdminInput<Query, Body> {
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  /** Present if the request has an `Idempotency-Key`. */
  readonly once: RequestOnce | undefined
}

/** One operation of the admin API with its handler. The lowest documented status is that of a successful response. */
export interface AdminRoute {
  readonly operation: Operation
  answer(deps: AdminDeps, input: AdminInput<unknown, unknown>): Promise<object>
}

/** Creates a route whose handler gets the request as parsed by its schemas. */
export function adminRoute<Query extends z.ZodObject, Body extends z.ZodType>(
  operation: Omit<Operation, 'access' | 'query' | 'body'> & { readonly query?: Query; readonly body?: Body },
  answer: (deps: AdminDeps, input: AdminInput<z.output<Query>, z.output<Body>>) => Promise<object>,
): AdminRoute {
  const answers = {
    ...operation.answers,
    401: refusal('The admin token is missing or wrong.'),
    404: refusal('Not found, or the admin API is not enabled.'),
    ...((operation.body || operation.query) && { 400: refusal('A field is invalid, or the body is not JSON.') }),
  }
  return {
    operation: { ...operation, access: 'admin', answers },
    answer: (deps, input) => answer(deps, input as AdminInput<z.output<Query>, z.output<Body>>),
  }
}
