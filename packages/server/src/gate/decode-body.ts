import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { ServiceError } from '../errors.ts'

/** Content codings that a request body may come in. */
export type BodyEncoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd'

const DECODERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}
const decodeRawDeflate = promisify(inflateRaw)

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
    message: 'The Content-Encoding must be gzip, deflate, br, zstd or absent.',
  })
}

/**
 * `bytes` decoded; never makes more than `maxBytes`, so a small body cannot fill the memory.
 * @throws {ServiceError} invalid_request when the bytes are not what the header said, or what `tooLarge` makes.
 */
export async function decodeBody(
  bytes: Buffer,
  encoding: Exclude<BodyEncoding, 'identity'>,
  limit: { maxBytes: number; tooLarge: () => ServiceError },
): Promise<Buffer> {
  const options = { maxOutputLength: limit.maxBytes }
  try {
    // Half of the world's "deflate" has no zlib header; the low four bits of the first byte tell (RFC 1950).
    const isRaw = encoding === 'deflate' && ((bytes[0] ?? 0) & 0x0f) !== 8
    return isRaw ? await decodeRawDeflate(bytes, options) : await DECODERS[encoding](bytes, options)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw limit.tooLarge()
    throw new ServiceError('invalid_request', {
      message: `The request body could not be decoded as ${encoding}.`,
      cause,
    })
  }
}
