import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { ServiceError } from '../errors.ts'
import type { BodyLease } from './body-budget.ts'
import { GatheredBytes } from './gathered-bytes.ts'
import { shownValue } from './shown-value.ts'

/** Content codings that a request body may come in. */
export type BodyEncoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd'

/** Bytes that a decoder hands out at a time. */
const OUTPUT_BYTES = 64 * 1024

/** 8 MB, the largest window that a sender of zstd over HTTP may ask for (RFC 9659). */
const ZSTD_WINDOW_LOG = 23

const ZLIB = { chunkSize: OUTPUT_BYTES, rejectGarbageAfterEnd: true }

const DECODERS = {
  gzip: () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(ZLIB),
  zstd: () => createZstdDecompress({ ...ZLIB, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/**
 * The coding named by a Content-Encoding header.
 * @throws {ServiceError} unsupported_media_type when it is not one of ours, or several.
 */
export function encodingOfBody(header: string | undefined): BodyEncoding {
  if (header === undefined) return 'identity'
  const name = header.trim().toLowerCase()
  if (name === '' || name === 'identity') return 'identity'
  if (name === 'x-gzip') return 'gzip'
  if (name === 'gzip' || name === 'deflate' || name === 'br' || name === 'zstd') return name
  throw new ServiceError('unsupported_media_type', {
    message: `The Content-Encoding must be gzip, deflate, br, zstd or absent, not "${shownValue(header)}".`,
  })
}

/** What bounds the decoding of one body. */
export interface DecodeLimit {
  /** Decoded bytes. */
  readonly maxBytes: number
  readonly tooLarge: () => ServiceError
  /** Grows with each piece of output, before the next is made. */
  readonly lease: BodyLease
}

/**
 * `bytes` decoded, piece by piece: never more than `maxBytes`, and no more than the lease may hold, so that no number of
 * small bodies fills the memory.
 * @throws {ServiceError} invalid_request when the bytes are not what the header said, what `tooLarge` makes, or busy.
 */
export function decodeBody(
  bytes: Buffer,
  encoding: Exclude<BodyEncoding, 'identity'>,
  { maxBytes, tooLarge, lease }: DecodeLimit,
): Promise<Buffer> {
  const decoder = openDecoder(bytes, encoding)
  const output = new GatheredBytes(Number.NaN)
  return new Promise((resolve, reject) => {
    const stop = (error: ServiceError) => {
      decoder.removeAllListeners('data')
      decoder.destroy()
      output.discard()
      reject(error)
    }
    decoder.on('data', (chunk: Buffer) => {
      try {
        if (output.size + chunk.length > maxBytes) throw tooLarge()
        lease.grow(chunk.length)
        output.add(chunk)
      } catch (error) {
        stop(error as ServiceError)
      }
    })
    decoder.on('end', () => resolve(output.take()))
    decoder.on('error', (cause) => stop(undecodable(encoding, cause)))
    decoder.end(bytes)
  })
}

function openDecoder(bytes: Buffer, encoding: Exclude<BodyEncoding, 'identity'>): Transform {
  // Half of the world's "deflate" has no zlib header; the low four bits of the first byte tell (RFC 1950).
  const isRaw = encoding === 'deflate' && ((bytes[0] ?? 0) & 0x0f) !== 8
  return isRaw ? createInflateRaw(ZLIB) : DECODERS[encoding]()
}

/** The meaning of a decoder's error codes for the sender of the body. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ZSTD_error_frameParameter_windowTooLarge: `asks for a window of more than ${2 ** (ZSTD_WINDOW_LOG - 20)} MB`,
  ERR_TRAILING_JUNK_AFTER_STREAM_END: 'goes on after its end; it must be one member or frame',
}

function undecodable(encoding: BodyEncoding, cause: NodeJS.ErrnoException): ServiceError {
  const problem = PROBLEMS[cause.code ?? ''] ?? 'could not be decoded'
  return new ServiceError('invalid_request', { message: `The request body as ${encoding} ${problem}.`, cause })
}
