import type { FastifyInstance } from 'fastify'
import { VERSION } from '../config/version.ts'

/** `GET /health` and `GET /v1/health` (spec 4.3): public, and not counted by the rate limit, so that monitoring never exceeds it. */
export function addHealth(framework: FastifyInstance): void {
  for (const url of ['/health', '/v1/health']) {
    framework.get(url, { config: { isFree: true } }, async () => ({ status: 'ok', version: VERSION }))
  }
}
