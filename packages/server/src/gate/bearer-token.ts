import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** True if `Authorization` carries `token` as a bearer token, compared in constant time. */
export function hasBearer({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  // `timingSafeEqual` needs inputs of one length, as hashes are.
  return timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
