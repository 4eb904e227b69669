import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ServiceError } from '../errors.ts'
import { hasBearer } from '../gate/bearer-token.ts'
import type { MetricsPage } from '../observability/metrics-page.ts'
import type { Operation } from '../openapi/operation.ts'
import { refusal } from '../openapi/own-operations.ts'

export const METRICS_OPERATION: Operation = {
  method: 'GET',
  path: '/metrics',
  name: 'getMetrics',
  summary:
    'Get metrics in the text format of Prometheus, with PLEAT_METRICS_TOKEN as the bearer token. Returns 404 if PLEAT_METRICS_TOKEN is not set, or if PLEAT_METRICS_PORT is set.',
  access: 'metrics',
  answers: {
    200: { description: 'The metrics.', body: z.string(), contentType: 'text/plain' },
    401: refusal('The metrics token is missing or wrong.'),
    404: refusal('Metrics are off, or on a separate port.'),
  },
}

interface MetricsRoute {
  readonly token: string | undefined
  /** `PLEAT_METRICS_PORT`, on which the metrics are served instead. */
  readonly port: number | undefined
  readonly page: MetricsPage | undefined
}

/** `GET /metrics` on the API's port, with `token`. Takes no slot of a rate limit, so that no client can block a scrape. */
export function addMetrics(framework: FastifyInstance, { token, port, page }: MetricsRoute): void {
  framework.get(METRICS_OPERATION.path, { config: { isFree: true } }, async ({ raw }, reply) => {
    if (port !== undefined) {
      const named = port === 0 ? 'a free port, because PLEAT_METRICS_PORT is 0' : `port ${port} (PLEAT_METRICS_PORT)`
      throw new ServiceError('not_found', { message: `Metrics are not served here. They are served on ${named}.` })
    }
    if (token === undefined || page === undefined) {
      throw new ServiceError('not_found', {
        message: 'Metrics are not served here. Set PLEAT_METRICS_TOKEN, or PLEAT_METRICS_PORT for a separate port.',
      })
    }
    if (!hasBearer(raw.headers, token)) {
      throw new ServiceError('unauthorized', {
        message: 'The metrics token is missing or not valid. Send it as "Authorization: Bearer <PLEAT_METRICS_TOKEN>".',
      })
    }
    return await reply.type(page.contentType).send(await page.text())
  })
}
