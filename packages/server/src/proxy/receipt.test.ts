import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openReceipt } from './receipt.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

const BEGUN = 'event: response.created\ndata: {"type":"response.created"}\n\n'
const USAGE = '{"input_tokens":7,"output_tokens":3}'
const END = `{"type":"response.completed","response":{"usage":${USAGE}}}`
const STREAM = `${BEGUN}event: response.completed\ndata: ${END}\n\n`

const CODINGS: [string, string, (text: string) => Buffer][] = [
  ['no coding', '', (text) => Buffer.from(text)],
  ['gzip', 'gzip', (text) => gzipSync(text)],
  ['deflate', 'deflate', (text) => deflateSync(text)],
  ['deflate without a zlib header', 'deflate', (text) => deflateRawSync(text)],
  ['br', 'br', (text) => brotliCompressSync(text)],
  ['zstd', 'zstd', (text) => zstdCompressSync(text)],
]

/** The receipt of a stream of the Responses API that consists of `bytes`. */
function receiptOf(coding: string, bytes: Buffer) {
  const headers = ['Content-Type', 'text/event-stream', 'Content-Encoding', coding]
  const receipt = openReceipt('openai-responses', { status: 200, headers } as unknown as UpstreamAnswer)!
  for (let at = 0; at < bytes.length; at += 20) receipt.push(bytes.subarray(at, at + 20))
  return receipt
}

describe.each(CODINGS)('a stream with %s', (_, coding, encode) => {
  test('is whole with its last event, which contains the usage', async () => {
    const receipt = receiptOf(coding, encode(STREAM))
    expect(await receipt.isWhole()).toBe(true)
    expect(await receipt.end()).toMatchObject({ inputTokens: 7, outputTokens: 3 })
  })

  test('is incomplete without its last event, or if its bytes are cut off', async () => {
    expect(await receiptOf(coding, encode(BEGUN)).isWhole()).toBe(false)
    const bytes = encode(STREAM)
    expect(await receiptOf(coding, bytes.subarray(0, bytes.length / 2)).isWhole()).toBe(false)
    expect(await receiptOf(coding, Buffer.alloc(0)).isWhole()).toBe(false)
  })
})

test.each(['gzip', 'deflate', 'br', 'zstd'])(
  'a stream that is not in its coding %s is relayed as whole',
  async (coding) => {
    const receipt = receiptOf(coding, Buffer.from(STREAM))
    expect(await receipt.isWhole()).toBe(true)
    expect(await receipt.end()).toBeUndefined()
  },
)
