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
import { FairQueue } from './fair-queue.ts'
import { GatheredBytes } from './gathered-bytes.ts'
import { shownValue } from './shown-value.ts'

/** Content codings of request bodies that can be decoded. */
export type BodyEncoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd'

/** Bytes of one output chunk of a decoder. */
const OUTPUT_BYTES = 64 * 1024

/** 8 MB, the largest zstd window that RFC 9659 allows over HTTP. */
const ZSTD_WINDOW_LOG = 23

const ZLIB = { chunkSize: OUTPUT_BYTES, rejectGarbageAfterEnd: true }

const DECODERS = {
  gzip: () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(ZLIB),
  zstd: () => createZstdDecompress({ ...ZLIB, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/** Node decodes on four threads. More decoders at once would only hold memory, up to 16 MB for the window of each. */
const DECODED_AT_A_TIME = 3

/** The queue of work on encoded bodies, by account. One for the process, like its pool of threads. */
export const decoding = new FairQueue(DECODED_AT_A_TIME)

/**
 * The coding named by a Content-Encoding header.
 * @throws {ServiceError} unsupported_media_type when it is another one, or several.
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

/** A decoder for a body with this beginning, which is empty only if the body is. */
export function decoderFor(encoding: Exclude<BodyEncoding, 'identity'>, beginning: Buffer): Transform {
  return encoding === 'deflate' && isRawDeflate(beginning) ? createInflateRaw(ZLIB) : DECODERS[encoding]()
}

/**
 * True if a body with the coding "deflate" and this beginning has no zlib header: many clients and servers send none.
 * The low four bits of the first byte distinguish both (RFC 1950).
 */
export function isRawDeflate(beginning: Buffer): boolean {
  return ((beginning[0] ?? 0) & 0x0f) !== 8
}

/** Bounds of the decoding of one body. */
export interface DecodeLimit {
  /** Decoded bytes. */
  readonly maxBytes: number
  readonly tooLarge: () => ServiceError
  /** Grows with each chunk of output, before the next chunk is decoded. */
  readonly lease: BodyLease
}

/**
 * `bytes` decoded chunk by chunk, at most `maxBytes` and at most what the lease allows, so that many small bodies cannot
 * fill the memory.
 * @throws {ServiceError} invalid_request when the bytes do not have the coding; the error of `tooLarge`; busy.
 */
export function decodeBody(
  bytes: Buffer,
  encoding: Exclude<BodyEncoding, 'identity'>,
  { maxBytes, tooLarge, lease }: DecodeLimit,
): Promise<Buffer> {
  const decoder = decoderFor(encoding, bytes)
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

/** Error texts for the sender of a body, by the decoder's error code. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ZSTD_error_frameParameter_windowTooLarge: `asks for a window of more than ${2 ** (ZSTD_WINDOW_LOG - 20)} MB`,
  ERR_TRAILING_JUNK_AFTER_STREAM_END: 'has bytes after its end; it must be one member or frame',
}

function undecodable(encoding: BodyEncoding, cause: NodeJS.ErrnoException): ServiceError {
  const problem = PROBLEMS[cause.code ?? ''] ?? 'could not be decoded'
  return new ServiceError('invalid_request', {
    message: `The request body with Content-Encoding ${encoding} ${problem}.`,
    cause,
  })
}
