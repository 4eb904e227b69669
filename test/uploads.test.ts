import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorIn } from './harness/expect-answer.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { PATHS, post, send, type Wire, type WireResponse } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const WIRES: { wire: Wire }[] = [{ wire: 'openai' }, { wire: 'anthropic' }]
const MEGABYTE = 1024 * 1024

let standIn: StandIn
let pleat: Pleat
beforeAll(async () => {
  standIn = await startStandIn({ isStrict: false })
  pleat = await startPleat({
    providerUrl: standIn.url,
    variables: { PLEAT_MAX_BODY_MB: '1' },
    overrides: { limits: { uploadTimeoutMs: 300, headersTimeoutMs: 300, lingerMs: 100 } },
  })
})
afterEach(async () => {
  expect((await send(`${pleat.url}/v1/health`, { method: 'GET' })).status).toBe(200)
  expect(pleat.problems()).toEqual([])
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const bodyOf = (content: string) => JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] })

function expectRefusal(wire: Wire, response: WireResponse, status: number): void {
  expect(response.status).toBe(status)
  errorIn(wire, response)
  expect(response.headers['x-ratelimit-limit']).toMatch(/^\d+$/)
}

/** Sends `parts` over a new connection and returns all bytes received until it closes, for two seconds at most. */
async function rawExchange(parts: readonly (string | Buffer)[], options: { hangUp?: boolean } = {}): Promise<string> {
  const socket = await dial()
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  for (const part of parts) socket.write(part)
  if (options.hangUp) socket.destroy()
  const timer = setTimeout(() => socket.destroy(), 2000)
  if (!socket.closed) await once(socket, 'close')
  clearTimeout(timer)
  return received
}

async function dial(): Promise<Socket> {
  const socket = connect(Number(new URL(pleat.url).port), '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

function head(wire: Wire, more: readonly string[]): string {
  const lines = [`POST ${PATHS[wire]} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${pleat.key}`]
  return [...lines, 'Content-Type: application/json', ...more, '', ''].join('\r\n')
}

describe.each(WIRES)('uploads over $wire', ({ wire }) => {
  test('just below the size limit are served', async () => {
    const body = bodyOf('a '.repeat(MEGABYTE / 2 - 200))
    const response = await post(pleat.url, wire, { key: pleat.key, body })
    expect(response.status).toBe(200)
    expect(standIn.requests.at(-1)!.body.length).toBe(body.length)
  })

  test('over the size limit are refused, with and without Content-Length', async () => {
    const body = bodyOf('a '.repeat(MEGABYTE))
    expectRefusal(wire, await post(pleat.url, wire, { key: pleat.key, body }), 413)
    const chunked = { 'transfer-encoding': 'chunked' }
    expectRefusal(wire, await post(pleat.url, wire, { key: pleat.key, body, headers: chunked }), 413)
  })

  test('that exceed the size limit once decompressed are refused', async () => {
    const body = gzipSync(bodyOf('a '.repeat(40 * MEGABYTE)))
    expect(body.length).toBeLessThan(MEGABYTE)
    const headers = { 'content-encoding': 'gzip' }
    expectRefusal(wire, await post(pleat.url, wire, { key: pleat.key, body, headers }), 413)
  })

  test.each([
    { coding: 'gzip', compress: gzipSync },
    { coding: 'deflate', compress: deflateSync },
    { coding: 'br', compress: brotliCompressSync },
    { coding: 'zstd', compress: zstdCompressSync },
  ])('compressed with $coding arrive decompressed, byte for byte', async ({ coding, compress }) => {
    const body = bodyOf('größer, 漢字')
    const headers = { 'content-encoding': coding }
    const response = await post(pleat.url, wire, { key: pleat.key, body: compress(body), headers })
    expect(response.status).toBe(200)
    const sent = standIn.requests.at(-1)!
    expect([sent.body.toString('utf8'), sent.headers['content-encoding']]).toEqual([body, undefined])
  })

  test('with a wrong Content-Encoding or Content-Type are refused', async () => {
    const asked = (headers: Record<string, string>) =>
      post(pleat.url, wire, { key: pleat.key, body: bodyOf('x'), headers })
    expectRefusal(wire, await asked({ 'content-encoding': 'gzip' }), 400)
    expectRefusal(wire, await asked({ 'content-encoding': 'br' }), 400)
    expectRefusal(wire, await asked({ 'content-encoding': 'rot13' }), 415)
    expectRefusal(wire, await asked({ 'content-type': 'text/plain' }), 415)
  })

  test('that never end are aborted', async () => {
    const body = bodyOf('x')
    const received = await rawExchange([head(wire, [`Content-Length: ${body.length}`]), body.slice(0, 20)])
    expect(received).toMatch(/^HTTP\/1\.1 408 /)
    expect(received).toMatch(/X-RateLimit-Limit: \d+/i)
  })

  test('are dropped when their client disconnects in the middle', async () => {
    const before = standIn.requests.length
    const body = bodyOf('x')
    await rawExchange([head(wire, [`Content-Length: ${body.length}`]), body.slice(0, 20)], { hangUp: true })
    await rawExchange([head(wire, ['Transfer-Encoding: chunked']), '10\r\n{"messages":[{"r'], { hangUp: true })
    expect(standIn.requests.length).toBe(before)
  })

  test('with invalid chunked encoding are refused', async () => {
    const received = await rawExchange([head(wire, ['Transfer-Encoding: chunked']), 'zebra\r\n'])
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('with Expect: 100-continue get 100 Continue only after authentication', async () => {
    const body = bodyOf('x')
    const more = [`Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close']
    const allowed = await rawExchange([head(wire, more), body])
    expect(allowed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    const refused = await rawExchange([head(wire, more).replace(pleat.key, 'pleat_wrong')])
    expect(refused).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('invalid HTTP', () => {
  test.each([
    ['noise', '\0\x01\x02\xff\r\n\r\n', 400],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 400],
    ['a header without a name', 'GET /v1/health HTTP/1.1\r\n: x\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345',
      400,
    ],
    [
      'Content-Length and chunked encoding',
      'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}`, 431],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ])('%s gets an answer with the limit in its headers', async (_name, text, status) => {
    const received = await rawExchange([Buffer.from(text, 'latin1')])
    expect(received.split('\r\n', 1)[0]).toContain(` ${status} `)
    expect(received).toMatch(/X-RateLimit-Limit: \d+/i)
  })
})
