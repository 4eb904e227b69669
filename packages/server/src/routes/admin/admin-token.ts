import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../../errors.ts'
import { hasBearer } from '../../gate/bearer-token.ts'

/**
 * Checks the admin token, compared in constant time. Attempts are limited by the address's minute.
 * @throws {ServiceError} admin_disabled, unauthorized
 */
export function requireAdmin(adminToken: string | undefined, headers: IncomingHttpHeaders): void {
  if (adminToken === undefined) throw new ServiceError('admin_disabled')
  if (hasBearer(headers, adminToken)) return
  throw new ServiceError('unauthorized', {
    message: 'The admin token is missing or not valid. Send it as "Authorization: Bearer <PLEAT_ADMIN_TOKEN>".',
  })
}
