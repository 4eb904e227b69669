import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { type ContextError, readContextError } from '@pleat/core'
import { headerValue } from './headers.ts'
import type { PeekedAnswer } from './peek-answer.ts'

/** Bytes of an error, as sent and decoded; a longer one is about something else. */
export const MOST_ERROR_BYTES = 64 * 1024

const LIMIT = { maxOutputLength: MOST_ERROR_BYTES }

/** What the answer says of a request that is too long; undefined where it says something else, or cannot be read. */
export function contextErrorIn(answer: PeekedAnswer): ContextError | undefined {
  try {
    const body = answer.body && decoded(answer.body, headerValue(answer.headers, 'content-encoding'))
    return body && readContextError(body.toString('utf8'))
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
