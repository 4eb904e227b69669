import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openExchange } from './exchange.ts'
import { relay } from './relay.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** A response whose head and chunks have arrived before it is read, and whose connection was then reset. */
function resetAfter(chunks: readonly Buffer[]): UpstreamAnswer {
  return {
    status: 200,
    headers: ['Content-Type', 'text/event-stream'],
    isComplete: false,
    read(sink) {
      for (const chunk of chunks) sink.onData(chunk)
      sink.onError(new Error('The connection was reset.'))
    },
    resume() {},
    abort() {},
  }
}

/** Relays `answer` to a client that begins to read after `waitMs`. Returns what it got, and how the relay ended. */
async function relayed(answer: UpstreamAnswer, waitMs: number) {
  const ends: string[] = []
  const server = createServer((request, response) => {
    const exchange = openExchange(request, response, { family: 'openai', pattern: '/', isProxied: true })
    void relay(exchange, answer, { headers: [...answer.headers], stalledClientMs: 5_000 }).then((end) => ends.push(end))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [response] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage]
  const broken = once(response, 'error')
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  if (waitMs > 0) response.pause()
  await sleep(waitMs)
  response.resume()
  const [error] = await broken
  server.close()
  return { status: response.statusCode, size, code: error.code, ends }
}

test.each([
  ['one event', [Buffer.from('data: 1\n\n')], 0],
  ['more than a slow client reads at once', Array.from({ length: 16 }, () => Buffer.alloc(1024 * 1024, 'a')), 100],
  ['nothing but the head', [], 0],
] as const)('the bytes before a reset reach the client: %s', async (_, chunks, waitMs) => {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  expect(await relayed(resetAfter(chunks), waitMs)).toEqual({ status: 200, size, code: 'ECONNRESET', ends: ['broken'] })
})
