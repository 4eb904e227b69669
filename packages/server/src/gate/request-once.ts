import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors.ts'
import type { RequestOnce } from '../money/ledger-port.ts'

const KEY_FORM = /^[\x20-\x7e]{1,255}$/

/**
 * The hash of the request's `Idempotency-Key`, as it is stored; undefined without one. `purpose` separates the keys of
 * different endpoints.
 * @throws {ServiceError} invalid_request
 */
export function readOnceKey(headers: IncomingHttpHeaders, purpose: string): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY_FORM.test(key)) return sha256(`${purpose}\n${key}`)
  throw new ServiceError('invalid_request', {
    message: 'Idempotency-Key must be printable ASCII of 1 to 255 characters.',
    parameter: 'Idempotency-Key',
  })
}

/** The hashes of the idempotency key and of the request's body: no text of a request is stored. */
export function requestOnce(keyHash: string | undefined, body: Buffer): RequestOnce | undefined {
  return keyHash === undefined ? undefined : { keyHash, bodyHash: sha256(body) }
}

/** The error for an idempotency key that was used with another body. */
export function onceMismatch(): ServiceError {
  return new ServiceError('idempotency_mismatch', { parameter: 'Idempotency-Key' })
}

function sha256(data: string | Buffer): string {
  return hash('sha256', data, 'base64url')
}
