import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../../errors.ts'

/**
 * Lets pass who has the admin token, compared in constant time. Tries are limited by the address's minute.
 * @throws {ServiceError} admin_disabled, unauthorized
 */
export function requireAdmin(adminToken: string | undefined, headers: IncomingHttpHeaders): void {
  if (adminToken === undefined) throw new ServiceError('admin_disabled')
  const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  // Hashes are of one length, which comparing in constant time needs.
  if (timingSafeEqual(digest(given), digest(adminToken))) return
  throw new ServiceError('unauthorized', {
    message: 'The admin token is missing or not valid. Send it as "Authorization: Bearer <PLEAT_ADMIN_TOKEN>".',
  })
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
