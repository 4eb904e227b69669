import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import { decodeBody, encodingOfBody } from './decode-body.ts'
import { GatheredBytes } from './gathered-bytes.ts'

/** How much a request may send, and for how long. */
export interface UploadLimits {
  /** Bytes, on the wire and decoded. */
  readonly maxBodyBytes: number
  /** From the first read to the last byte of the body. */
  readonly uploadTimeoutMs: number
}

/** Thrown when the client left before its request was whole: nobody is there to be answered. */
export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection.')
    this.name = 'ClientGone'
  }
}

/**
 * The JSON body of `request`, decoded, as the bytes the client meant; at once when it is all there.
 * @throws {ServiceError} unsupported_media_type, body_too_large, upload_timeout, invalid_request
 * @throws {ClientGone}
 */
export function readBody(request: IncomingMessage, limits: UploadLimits): Promise<Buffer> | Buffer {
  requireJson(request.headers['content-type'])
  const encoding = encodingOfBody(request.headers['content-encoding'])
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length > limits.maxBodyBytes) throw tooLarge(limits)
  const bytes = request.readableLength === length ? takeAll(request) : collect(request, limits, length)
  if (encoding === 'identity') return bytes
  const limit = { maxBytes: limits.maxBodyBytes, tooLarge: () => tooLarge(limits) }
  return Promise.resolve(bytes).then((encoded) => decodeBody(encoded, encoding, limit))
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json') return
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new ServiceError('unsupported_media_type')
}

function tooLarge(limits: UploadLimits): ServiceError {
  const megabytes = limits.maxBodyBytes / (1024 * 1024)
  return new ServiceError('body_too_large', { message: `The request body is larger than ${megabytes} MB.` })
}

/** A short body mostly came together with its headers: then it is all there, and no clock has to run. */
function takeAll(request: IncomingMessage): Buffer {
  const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0)
  // The parser may not have said yet that this was all; the stream has to hear of it to end.
  request.resume()
  return bytes
}

function collect(request: IncomingMessage, limits: UploadLimits, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new GatheredBytes(length)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      if (error) {
        // The stream is still flowing into nothing; whoever answers decides how long to listen.
        request.on('error', () => {})
        reject(error)
      } else resolve(bytes.take())
    }
    const onData = (chunk: Buffer) => {
      if (bytes.size + chunk.length > limits.maxBodyBytes) settle(tooLarge(limits))
      else bytes.add(chunk)
    }
    const onEnd = () => settle()
    const onGone = () => settle(new ClientGone())
    const timer = setTimeout(() => settle(new ServiceError('upload_timeout')), limits.uploadTimeoutMs)
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
    if (request.destroyed && !request.complete) onGone()
  })
}
