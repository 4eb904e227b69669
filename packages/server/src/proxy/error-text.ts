import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { headerValue } from './headers.ts'
import type { PeekedAnswer } from './peek-answer.ts'

/** Longest error body in bytes, sent and decoded. Longer ones have another subject. */
export const MAX_ERROR_BYTES = 64 * 1024

const LIMIT = { maxOutputLength: MAX_ERROR_BYTES }

/** The decoded body of an error. Undefined if more of it follows, or if it is too long or cannot be decoded. */
export function errorText(answer: PeekedAnswer): string | undefined {
  try {
    const body = answer.body && decoded(answer.body, headerValue(answer.headers, 'content-encoding'))
    return body?.toString('utf8')
  } catch {
    return undefined
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer | undefined {
  switch (encoding?.trim().toLowerCase() || 'identity') {
    case 'identity':
      return body
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(body, LIMIT)
    case 'deflate':
      return inflateSync(body, LIMIT)
    case 'br':
      return brotliDecompressSync(body, LIMIT)
    case 'zstd':
      return zstdDecompressSync(body, LIMIT)
    default:
      return undefined
  }
}
