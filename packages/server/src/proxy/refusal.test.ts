import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isRefusal, readServerError } from './refusal.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

const TEMPLATE_ERROR = '{"error":{"code":500,"message":"Error: Jinja Exception: Conversation roles must alternate"}}'

/** A response of these chunks. Without an end, more of it follows. */
function answerOf(status: number, chunks: readonly Buffer[], headers: readonly string[] = [], hasEnd = true) {
  const answer: UpstreamAnswer = {
    status,
    headers,
    isComplete: false,
    read(sink) {
      for (const chunk of chunks) if (!sink.onData(chunk)) return
      if (hasEnd) sink.onEnd()
    },
    resume() {},
    abort() {},
  }
  return answer
}

const judge = async (answer: UpstreamAnswer): Promise<boolean> => isRefusal(await readServerError(answer))

describe('a refusal is', () => {
  test.each([400, 422])('a response of status %i', async (status) => {
    expect(await judge(answerOf(status, []))).toBe(true)
  })

  test('the error of a chat template of status 500', async () => {
    expect(await judge(answerOf(500, [Buffer.from(TEMPLATE_ERROR)]))).toBe(true)
    const gzipped = answerOf(500, [gzipSync(TEMPLATE_ERROR)], ['Content-Encoding', 'gzip'])
    expect(await judge(gzipped)).toBe(true)
  })
})

describe('a refusal is not', () => {
  test.each([200, 401, 404, 429, 502, 503])('a response of status %i', async (status) => {
    expect(await judge(answerOf(status, [Buffer.from(TEMPLATE_ERROR)]))).toBe(false)
  })

  test('another error of status 500, which is relayed whole', async () => {
    const text = '{"error":{"message":"The server had an error."}}'
    const answer = await readServerError(answerOf(500, [Buffer.from(text)]))
    expect(isRefusal(answer)).toBe(false)
    const relayed: string[] = []
    answer.read({ onData: (chunk) => relayed.push(String(chunk)) > 0, onEnd: () => relayed.push('end'), onError() {} })
    expect(relayed).toEqual([text, 'end'])
  })

  test('an error of status 500 that is longer than any error of a template', async () => {
    const endless = answerOf(500, Array<Buffer>(80).fill(Buffer.from(TEMPLATE_ERROR.padEnd(1024))), [], false)
    expect(await judge(endless)).toBe(false)
  })

  test('a stream of status 500, which is not read', async () => {
    const stream = answerOf(500, [Buffer.from(TEMPLATE_ERROR)], ['Content-Type', 'text/event-stream'], false)
    expect(await readServerError(stream)).toBe(stream)
    expect(isRefusal(stream)).toBe(false)
  })
})
