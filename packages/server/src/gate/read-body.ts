import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import { freeBytes } from '../free-bytes.ts'
import type { BodyLease } from './body-budget.ts'
import { type BodyEncoding, decodeBody, decoding, encodingOfBody } from './decode-body.ts'
import { GatheredBytes } from './gathered-bytes.ts'
import { shownValue } from './shown-value.ts'

/** Bounds of the size and the time of an upload. */
export interface UploadLimits {
  /** Bytes, on the wire and decoded. */
  readonly maxBodyBytes: number
  /** Milliseconds from the first read to the last byte of the body. */
  readonly uploadTimeoutMs: number
}

/** Thrown when the client closes the connection before it has a response. Nothing is sent. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.')
    this.name = 'ClientGone'
  }
}

/** Coding and length of a body, from the head of its request. */
export interface AnnouncedBody {
  readonly encoding: BodyEncoding
  /** Bytes; NaN without a Content-Length. */
  readonly length: number
}

/**
 * Checks type, coding and length of a body from its headers, before a byte of it is read.
 * @throws {ServiceError} unsupported_media_type, body_too_large
 */
export function announcedBody(request: IncomingMessage, limits: UploadLimits): AnnouncedBody {
  requireJson(request.headers['content-type'])
  const encoding = encodingOfBody(request.headers['content-encoding'])
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > limits.maxBodyBytes) throw tooLarge(limits)
  return { encoding, length }
}

interface ReadOptions {
  readonly limits: UploadLimits
  readonly lease: BodyLease
  /** Called when an upload ends or fails, before the body is decoded. Not called for a body that has arrived. */
  readonly onUploaded?: (() => void) | undefined
}

/**
 * The decoded JSON body of `request`; no promise if it has arrived and is not encoded. The lease grows with received
 * bytes, and finally holds the decoded ones.
 * @throws {ServiceError} body_too_large, upload_timeout, invalid_request, busy
 * @throws {ClientGone}
 */
export function readBody(
  request: IncomingMessage,
  { encoding, length }: AnnouncedBody,
  { limits, lease, onUploaded }: ReadOptions,
): Promise<Buffer> | Buffer {
  const hasArrived = request.readableLength === length
  const bytes = hasArrived ? takeAll(request, length, lease) : collect(request, length, { limits, lease, onUploaded })
  if (encoding === 'identity') return bytes
  const limit = { maxBytes: limits.maxBodyBytes, tooLarge: () => tooLarge(limits), lease }
  return Promise.resolve(bytes).then(async (encoded) => {
    try {
      const decoded = await decoding.run(lease.accountId, () => decodeBody(encoded, encoding, limit))
      // Not freed after a failure, because the decoder may still read the bytes.
      freeBytes(encoded)
      return decoded
    } finally {
      lease.shrink(encoded.length)
    }
  })
}

/** True if a Content-Type header names the type of the bodies that can be read. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

function requireJson(contentType: string | undefined): void {
  if (isJson(contentType)) return
  const given = contentType === undefined ? 'The request has none.' : `The request has "${shownValue(contentType)}".`
  throw new ServiceError('unsupported_media_type', { message: `The Content-Type must be application/json. ${given}` })
}

function tooLarge(limits: UploadLimits): ServiceError {
  const megabytes = limits.maxBodyBytes / (1024 * 1024)
  return new ServiceError('body_too_large', {
    message: `The request body is larger than ${megabytes} MB, the PLEAT_MAX_BODY_MB of this server.`,
  })
}

/** Reads a body that arrived with its headers, as short bodies usually do, without a timer. */
function takeAll(request: IncomingMessage, length: number, lease: BodyLease): Buffer {
  lease.grow(length)
  const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0)
  // The parser may not have reported the end yet, and the stream ends only after that.
  if (!request.complete) request.resume()
  return bytes
}

function collect(
  request: IncomingMessage,
  length: number,
  { limits, lease, onUploaded }: ReadOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new GatheredBytes(length)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      onUploaded?.()
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      if (error) {
        // The rest is still read and discarded, for as long as the code that writes the response decides.
        request.on('error', () => {})
        bytes.discard()
        reject(error)
      } else resolve(bytes.take())
    }
    const onData = (chunk: Buffer) => {
      try {
        if (bytes.size + chunk.length > limits.maxBodyBytes) throw tooLarge(limits)
        lease.grow(chunk.length)
        bytes.add(chunk)
      } catch (error) {
        settle(error as ServiceError)
      }
    }
    const onEnd = () => settle()
    const onGone = () => settle(new ClientGone())
    const timer = setTimeout(() => settle(new ServiceError('upload_timeout')), limits.uploadTimeoutMs)
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
    if (request.destroyed && !request.complete) onGone()
  })
}
