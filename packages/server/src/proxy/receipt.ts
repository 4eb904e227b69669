import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { createUsageTap, type Usage, type WireFormat } from '@pleat/core'
import { guessTokens } from '../compression/guess-tokens.ts'
import { isRawDeflate } from '../gate/decode-body.ts'
import { headerValue } from './headers.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** Reads the provider's own usage from a copy of the response's bytes. */
export interface Receipt {
  push(chunk: Buffer): void
  /** The usage up to now, for a complete or incomplete response. Never throws. */
  end(): Promise<Usage | undefined> | Usage | undefined
  /**
   * True if a response that ends here is complete according to its API, or if its bytes cannot be decoded. Nothing is
   * pushed afterwards.
   */
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
  const openDecoder = decoderOf(headerValue(answer.headers, 'content-encoding'))
  if (openDecoder === undefined) return undefined
  if (openDecoder === 'identity')
    return { push: take, end: () => tap.end(), isWhole: () => tap.isWhole(), estimateOutput }
  const { push, finish } = readThrough(openDecoder, take)
  return {
    push,
    end: async () => {
      await finish()
      return tap.end()
    },
    isWhole: async () => !(await finish()) || tap.isWhole(),
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

/** Opens a decoder for a body with this beginning. */
export type OpenDecoder = (beginning: Buffer) => Transform

/** Error code of all decoders for a body that ends too early. */
const CUT_OFF = 'Z_BUF_ERROR'

/**
 * Calls `push` with the decoded text. `finish` resolves when all of it was decoded, to false if the bytes do not have
 * the coding.
 */
function readThrough(
  open: OpenDecoder,
  push: (chunk: Buffer) => void,
): { push(chunk: Buffer): void; finish(): Promise<boolean> } {
  const { promise: isOver, resolve } = Promise.withResolvers<boolean>()
  const openFor = (beginning: Buffer) =>
    open(beginning)
      .on('data', push)
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === CUT_OFF))
      .on('end', () => resolve(true))
      .on('close', () => resolve(true))
  let decoder: Transform | undefined
  return {
    push(chunk) {
      decoder ??= openFor(chunk)
      if (!decoder.destroyed) decoder.write(chunk)
    },
    async finish() {
      if (decoder === undefined) return true
      if (!decoder.writableEnded) decoder.end()
      return await isOver
    },
  }
}

/** The decoder for this `Content-Encoding`. Undefined for an unknown one. */
export function decoderOf(encoding: string | undefined): OpenDecoder | 'identity' | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return 'identity'
    case 'gzip':
    case 'x-gzip':
      return () => createGunzip()
    case 'deflate':
      return (beginning) => (isRawDeflate(beginning) ? createInflateRaw() : createInflate())
    case 'br':
      return () => createBrotliDecompress()
    case 'zstd':
      return () => createZstdDecompress()
    default:
      return undefined
  }
}
