import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import { freeBytes } from '../free-bytes.ts'
import type { BodyLease } from './body-budget.ts'
import { type BodyEncoding, decodeBody, encodingOfBody } from './decode-body.ts'
import { DecodeQueue } from './decode-queue.ts'
import { GatheredBytes } from './gathered-bytes.ts'
import { shownValue } from './shown-value.ts'

/** One for the process, as its threads are. */
const decoding = new DecodeQueue()

/** How much a request may send, and for how long. */
export interface UploadLimits {
  /** Bytes, on the wire and decoded. */
  readonly maxBodyBytes: number
  /** From the first read to the last byte of the body. */
  readonly uploadTimeoutMs: number
}

/** Thrown when the client closes the connection before it has a response. It is answered with nothing. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.')
    this.name = 'ClientGone'
  }
}

/** What the head of a request says about its body. */
export interface AnnouncedBody {
  readonly encoding: BodyEncoding
  /** In bytes; NaN when the head does not say. */
  readonly length: number
}

/**
 * Checks a body by what its head says, before a byte of it is read: type, coding and length.
 * @throws {ServiceError} unsupported_media_type, body_too_large
 */
export function announcedBody(request: IncomingMessage, limits: UploadLimits): AnnouncedBody {
  requireJson(request.headers['content-type'])
  const encoding = encodingOfBody(request.headers['content-encoding'])
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > limits.maxBodyBytes) throw tooLarge(limits)
  return { encoding, length }
}

/**
 * The JSON body of `request`, decoded, as the bytes the client meant; at once when it is all there. The lease grows with
 * what has come, and holds the decoded bytes in the end.
 * @throws {ServiceError} body_too_large, upload_timeout, invalid_request, busy
 * @throws {ClientGone}
 */
export function readBody(
  request: IncomingMessage,
  { encoding, length }: AnnouncedBody,
  { limits, lease }: { limits: UploadLimits; lease: BodyLease },
): Promise<Buffer> | Buffer {
  const isThere = request.readableLength === length
  const bytes = isThere ? takeAll(request, length, lease) : collect(request, length, { limits, lease })
  if (encoding === 'identity') return bytes
  const limit = { maxBytes: limits.maxBodyBytes, tooLarge: () => tooLarge(limits), lease }
  return Promise.resolve(bytes).then(async (encoded) => {
    try {
      const decoded = await decoding.run(lease.keyId, () => decodeBody(encoded, encoding, limit))
      // Not where decoding failed: the decoder may still be reading them.
      freeBytes(encoded)
      return decoded
    } finally {
      lease.shrink(encoded.length)
    }
  })
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json') return
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return
  const given = contentType === undefined ? 'The request has none.' : `The request has "${shownValue(contentType)}".`
  throw new ServiceError('unsupported_media_type', { message: `The Content-Type must be application/json. ${given}` })
}

function tooLarge(limits: UploadLimits): ServiceError {
  const megabytes = limits.maxBodyBytes / (1024 * 1024)
  return new ServiceError('body_too_large', {
    message: `The request body is larger than ${megabytes} MB, the PLEAT_MAX_BODY_MB of this server.`,
  })
}

/** Takes a body that arrived with its headers, as short ones mostly do, without a timer. */
function takeAll(request: IncomingMessage, length: number, lease: BodyLease): Buffer {
  lease.grow(length)
  const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0)
  // Where the parser has not said yet that this was all, the stream has to hear of it to end.
  if (!request.complete) request.resume()
  return bytes
}

function collect(
  request: IncomingMessage,
  length: number,
  { limits, lease }: { limits: UploadLimits; lease: BodyLease },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new GatheredBytes(length)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      if (error) {
        // The stream is still read and discarded; the code that answers decides for how long.
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
