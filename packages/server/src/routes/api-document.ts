import type { FastifyInstance } from 'fastify'
import { apiDocument } from '../openapi/document.ts'
import type { Operation } from '../openapi/operation.ts'
import { OWN_OPERATIONS } from '../openapi/own-operations.ts'
import { PROVIDER_OPERATIONS } from '../openapi/provider-operations.ts'
import { ADMIN_ROUTES } from './admin/add-admin.ts'
import { COMPRESS_OPERATION, TRY_OPERATION } from './compress.ts'
import { DASHBOARD_OPERATIONS } from './dashboard.ts'
import { METRICS_OPERATION } from './metrics.ts'
import { OWN_READING_OPERATIONS } from './own-reading.ts'

/** All operations of this server. A test checks that every route has its operation here. */
export const OPERATIONS: readonly Operation[] = [
  ...PROVIDER_OPERATIONS,
  ...OWN_OPERATIONS,
  ...OWN_READING_OPERATIONS,
  COMPRESS_OPERATION,
  METRICS_OPERATION,
  TRY_OPERATION,
  ...DASHBOARD_OPERATIONS,
  ...ADMIN_ROUTES.map(({ operation }) => operation),
]

/** `GET /openapi.json`: the whole API, public and without a rate limit. */
export function addApiDocument(framework: FastifyInstance): void {
  let document: string | undefined
  framework.get('/openapi.json', { config: { isFree: true } }, (_request, reply) => {
    // Built for the first request: it takes some milliseconds that would delay the start.
    document ??= JSON.stringify(apiDocument(OPERATIONS))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
