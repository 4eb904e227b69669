import { performance } from 'node:perf_hooks'
import type { BodyBudget } from '../gate/body-budget.ts'
import { announcedBody, readBody, type UploadLimits } from '../gate/read-body.ts'
import type { Exchange } from './exchange.ts'

export interface BodyDeps {
  readonly limits: UploadLimits
  readonly bodyBudget: BodyBudget
}

/** Whose share the body of a request without a key counts in: the operator's, who has a token. */
const NO_KEY = ''

/**
 * Bytes of text, views and buffers that are made of each byte of a body before its request is over. Measured with bodies
 * of 31 MB in flight: a server that held 8 of them took 1.3 GB more, and 0.6 GB with 4.
 */
const COPIES = 1

/**
 * The request's body. The memory for it is held until `releaseBody`; how long the client took to send it is noted, since
 * that is not our doing.
 * @throws {ServiceError} unsupported_media_type, body_too_large, upload_timeout, invalid_request, busy
 * @throws {ClientGone}
 */
export function receiveBody(exchange: Exchange, { limits, bodyBudget }: BodyDeps): Promise<Buffer> | Buffer {
  const from = performance.now()
  const { request, response } = exchange
  const lease = bodyBudget.open(exchange.caller?.keyId ?? NO_KEY)
  exchange.bodyLease = lease
  const announced = announcedBody(request, limits)
  lease.check((1 + COPIES) * (announced.length || 1))
  // Only a client that passed the gate is told to go on and send.
  if (exchange.expectsContinue) response.writeContinue()
  const body = readBody(request, announced, { limits, lease })
  if (Buffer.isBuffer(body)) {
    lease.grow(body.length * COPIES)
    return body
  }
  return body.then((bytes) => {
    exchange.uploadMs = performance.now() - from
    lease.grow(bytes.length * COPIES)
    return bytes
  })
}

/** Gives back the memory that the body took, once nobody reads it any more. */
export function releaseBody({ bodyLease }: Exchange): void {
  bodyLease?.release()
}
