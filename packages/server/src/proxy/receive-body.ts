import { performance } from 'node:perf_hooks'
import type { BodyBudget } from '../gate/body-budget.ts'
import { announcedBody, readBody, type UploadLimits } from '../gate/read-body.ts'
import { continueUpload, type Exchange } from './exchange.ts'

export interface BodyDeps {
  readonly limits: UploadLimits
  readonly bodyBudget: BodyBudget
}

/** Whose share the body of a request without a key counts in: the operator's, who has a token. */
const NO_KEY = ''

/**
 * Bytes of text and buffers that are made of each byte of a body while it is read, folded and counted. Measured with bodies of
 * 31 MB: a server that worked on 8 of them took 1.3 GB more.
 */
const COPIES = 3

/**
 * The request's body. The memory for it is held until `releaseBody`, and that for copies until `releaseCopies`; how long the client took to send it is noted, since
 * that is not our doing.
 * @throws {ServiceError} unsupported_media_type, body_too_large, upload_timeout, invalid_request, busy
 * @throws {ClientGone}
 */
export function receiveBody(exchange: Exchange, { limits, bodyBudget }: BodyDeps): Promise<Buffer> | Buffer {
  const from = performance.now()
  const { request } = exchange
  // What was read to look into the body is still there, and is counted again.
  releaseBody(exchange)
  const lease = bodyBudget.open(exchange.caller?.keyId ?? NO_KEY)
  exchange.bodyLease = lease
  const announced = announcedBody(request, limits)
  lease.check((1 + COPIES) * (announced.length || 1))
  // Only a client that passed the gate is told to go on and send.
  continueUpload(exchange)
  const body = readBody(request, announced, { limits, lease })
  if (Buffer.isBuffer(body)) return holdCopies(exchange, body)
  return body.then((bytes) => {
    exchange.uploadMs = performance.now() - from
    return holdCopies(exchange, bytes)
  })
}

function holdCopies(exchange: Exchange, body: Buffer): Buffer {
  exchange.copiedBytes = body.length * COPIES
  exchange.bodyLease!.grow(exchange.copiedBytes)
  return body
}

/** Gives back the memory for copies of the body, once it is sent and read: what is held from then on is the body. */
export function releaseCopies(exchange: Exchange): void {
  exchange.bodyLease?.shrink(exchange.copiedBytes)
  exchange.copiedBytes = 0
}

/** Gives back the memory that the body took, once nobody reads it any more. */
export function releaseBody({ bodyLease }: Exchange): void {
  bodyLease?.release()
}
