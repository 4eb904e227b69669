import type { FastifyInstance } from 'fastify'
import { VERSION } from '../config/version.ts'

/** `GET /health` and `GET /v1/health` (spec 4.3): public, and free, so that whoever watches us never locks itself out. */
export function addHealth(framework: FastifyInstance): void {
  for (const url of ['/health', '/v1/health']) {
    framework.get(url, { config: { isFree: true } }, async () => ({ status: 'ok', version: VERSION }))
  }
}
