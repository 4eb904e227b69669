import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { createUsageTap, type Usage, type WireFormat } from '@pleat/core'
import { guessTokens } from '../compression/guess-tokens.ts'
import { headerValue } from './headers.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** Reads the provider's own usage from a copy of the response's bytes. */
export interface Receipt {
  push(chunk: Buffer): void
  /** The usage up to now, for a complete or incomplete response. Never throws. */
  end(): Promise<Usage | undefined> | Usage | undefined
  /** True if a response that ends here is complete according to its API. Nothing is pushed afterwards. */
  isWhole(): Promise<boolean> | boolean
  /** Output tokens estimated from the length of the output, for a response without usage. */
  estimateOutput(): number
}

/** Each event of a stream contains about one token. */
const EVENT = 'data:'

/** Creates a receipt for `answer`. Undefined for an error, which costs nothing, and for an unknown encoding. */
export function openReceipt(format: WireFormat, answer: UpstreamAnswer): Receipt | undefined {
  if (answer.status >= 300) return undefined
  const type = headerValue(answer.headers, 'content-type') ?? ''
  const tap = createUsageTap(format, type)
  const isStream = /^text\/event-stream\b/i.test(type)
  let events = 0
  let bytes = 0
  const take = (chunk: Buffer) => {
    const text = textOf(chunk)
    if (isStream) events += countEvents(text)
    else bytes += text.length
    tap.push(text)
  }
  const estimateOutput = () => (isStream ? events : guessTokens(bytes))
  const decoder = decoderOf(headerValue(answer.headers, 'content-encoding'))
  if (decoder === undefined) return undefined
  if (decoder === 'identity') return { push: take, end: () => tap.end(), isWhole: () => tap.isWhole(), estimateOutput }
  const { push, finish } = readThrough(decoder, take)
  return {
    push,
    end: async () => {
      await finish()
      return tap.end()
    },
    isWhole: async () => {
      await finish()
      return tap.isWhole()
    },
    estimateOutput,
  }
}

function countEvents(text: string): number {
  let count = 0
  for (let at = text.indexOf(EVENT); at >= 0; at = text.indexOf(EVENT, at + EVENT.length)) count++
  return count
}

/**
 * Decodes a chunk as one character per byte, independently of where it was cut. JSON syntax and everything that is read
 * here are ASCII, and no other character contains an ASCII byte. A real decoder would have to keep incomplete characters,
 * at ten times the cost.
 */
function textOf(chunk: Buffer): string {
  return chunk.toString('latin1')
}

/** Calls `push` with the decoded text. `finish` resolves when all of it was decoded. */
function readThrough(
  decoder: Transform,
  push: (chunk: Buffer) => void,
): { push(chunk: Buffer): void; finish(): Promise<void> } {
  decoder.on('data', push)
  const isOver = new Promise<void>((resolve) => {
    decoder
      .on('end', resolve)
      .on('error', () => resolve())
      .on('close', resolve)
  })
  return {
    push(chunk) {
      if (!decoder.destroyed) decoder.write(chunk)
    },
    async finish() {
      if (!decoder.writableEnded) decoder.end()
      await isOver
    },
  }
}

/** The decoder for this `Content-Encoding`. Undefined for an unknown one. */
export function decoderOf(encoding: string | undefined): Transform | 'identity' | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return 'identity'
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    case 'zstd':
      return createZstdDecompress()
    default:
      return undefined
  }
}
