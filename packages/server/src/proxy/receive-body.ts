import { performance } from 'node:perf_hooks'
import type { BodyBudget } from '../gate/body-budget.ts'
import { announcedBody, readBody, type UploadLimits } from '../gate/read-body.ts'
import { continueUpload, type Exchange, noteLarge } from './exchange.ts'

export interface BodyDeps {
  readonly limits: UploadLimits
  readonly bodyBudget: BodyBudget
}

/** Account id for the body leases of requests without an API key: those with the admin token. */
const NO_ACCOUNT = ''

/** Bytes of memory per byte of a body while it is read, folded and counted, in addition to the body. */
const COPIES = 3

/**
 * Reads the body of the request. Its memory is leased until `releaseBody`, the memory for copies until `releaseCopies`. The
 * upload time is noted, since it is not part of the overhead.
 * @throws {ServiceError} unsupported_media_type, body_too_large, upload_timeout, invalid_request, busy
 * @throws {ClientGone}
 */
export function receiveBody(exchange: Exchange, { limits, bodyBudget }: BodyDeps): Promise<Buffer> | Buffer {
  const from = performance.now()
  const { request } = exchange
  const lease = bodyBudget.open(exchange.caller?.accountId ?? NO_ACCOUNT)
  exchange.bodyLease = lease
  const announced = announcedBody(request, limits)
  lease.check((1 + COPIES) * (announced.length || 1))
  // A client gets `100 Continue` only after the gate.
  continueUpload(exchange)
  const onUploaded = () => {
    exchange.uploadMs = performance.now() - from
  }
  const body = readBody(request, announced, { limits, lease, onUploaded })
  return Buffer.isBuffer(body) ? holdCopies(exchange, body) : body.then((bytes) => holdCopies(exchange, bytes))
}

function holdCopies(exchange: Exchange, body: Buffer): Buffer {
  noteLarge(exchange, body)
  exchange.copiedBytes = body.length * COPIES
  exchange.bodyLease!.grow(exchange.copiedBytes)
  return body
}

/** Releases the memory for copies once the body is folded and counted. The body itself stays leased. */
export function releaseCopies(exchange: Exchange): void {
  exchange.bodyLease?.shrink(exchange.copiedBytes)
  exchange.copiedBytes = 0
}

/** Releases the memory of the body when nothing reads it any more. */
export function releaseBody(exchange: Exchange): void {
  exchange.bodyLease?.release()
  freeLargeBodies(exchange)
}

/**
 * Frees the body when nothing reads it any more, and releases its lease when the response was sent or the client is
 * gone. Until then the lease counts for the response, which is about as long and may be left unread.
 */
export function releaseAfterResponse(exchange: Exchange): void {
  freeLargeBodies(exchange)
  releaseCopies(exchange)
  const { response, bodyLease } = exchange
  if (response.destroyed) bodyLease?.release()
  else response.once('close', () => bodyLease?.release())
}

function freeLargeBodies(exchange: Exchange): void {
  exchange.largeBodies?.free()
  exchange.largeBodies = undefined
}
