import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { instantTranscripts, makeAccount } from './transcripts.ts'

const STALLED_MS = 300
/** More than the buffers of a connection hold. */
const LARGE_BYTES = 24 * 1024 * 1024
const LARGE_BODY = JSON.stringify({ model: 'gpt-4o', messages: [], user: 'a'.repeat(LARGE_BYTES) })
const transcripts = instantTranscripts(Buffer.from(JSON.stringify('a'.repeat(LARGE_BYTES))))

let proxy: TestProxy
let key: string
beforeAll(async () => {
  const overrides = { limits: { stalledClientMs: STALLED_MS }, transcriptWorker: transcripts }
  proxy = await startProxy({ overrides })
  key = (await makeAccount(proxy, { plan: 'pro' })).key
})
afterAll(() => proxy.close())

async function openClient(path = '/v1/chat/completions', body = JSON.stringify(CHAT)): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  post(socket, path, body)
  return socket
}

function post(socket: Socket, path: string, body: string): void {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
}

const heldBytes = () => proxy.server.deps.bodyBudget.held

/** Sends without end while the connection is open. */
async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  while (!response.destroyed) if (!response.write(Buffer.alloc(256 * 1024, 'a'))) await once(response, 'drain')
}

describe('a client that stops reading', () => {
  test('loses its connection, and the request to the provider is aborted', async () => {
    proxy.upstream.play((response) => void flood(response).catch(() => {}))
    const client = await openClient()
    // `once` would reject if the server resets the connection.
    const closed = new Promise((resolve) => client.on('close', resolve))
    client.pause()
    await expect.poll(() => proxy.upstream.seen.length).toBe(1)
    await proxy.upstream.seen[0]!.closed
    client.resume()
    await closed
  })

  test('for a shorter time, or reads slowly, gets the whole response', async () => {
    const size = 12 * 1024 * 1024
    proxy.upstream.play((response) => void response.end(Buffer.alloc(size, 'a')))
    const client = await openClient()
    let got = 0
    client.on('data', (chunk) => {
      got += chunk.length
      client.pause()
      setTimeout(() => client.resume(), got % 7 === 0 ? 60 : 1)
    })
    await expect.poll(() => got, { timeout: 20_000 }).toBeGreaterThan(size)
    client.destroy()
  })

  test('is not assumed to stall while the provider thinks', async () => {
    proxy.upstream.play(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      await sleep(STALLED_MS * 2)
      response.end('data: 2\n\n')
    })
    const client = await openClient()
    let text = ''
    client.on('data', (chunk) => {
      text += chunk
    })
    await expect.poll(() => text, { timeout: 5_000 }).toContain('data: 2')
    client.destroy()
  })
})

describe('a client that leaves a response of this server unread', () => {
  test.each(['/v1/compress', '/v1/compress?dry_run=true', '/v1/tul1'])(
    'loses its connection, and the response counts as memory for bodies until then: %s',
    async (path) => {
      const client = await openClient(path, LARGE_BODY)
      const closed = once(client, 'close')
      const [head] = await once(client, 'data')
      client.pause()
      expect(String(head)).toContain('HTTP/1.1 200')
      expect(heldBytes()).toBe(LARGE_BODY.length)
      await expect.poll(heldBytes, { timeout: 10_000 }).toBe(0)
      client.resume()
      await closed
    },
  )

  test('and disconnects while the response waits for an earlier one holds no memory', async () => {
    proxy.upstream.play(() => {})
    const client = await openClient()
    const before = transcripts.calls
    post(client, '/v1/tul1', LARGE_BODY)
    await expect.poll(() => transcripts.calls, { timeout: 10_000 }).toBe(before + 1)
    await sleep(100)
    expect(heldBytes()).toBeGreaterThanOrEqual(LARGE_BODY.length)
    client.destroy()
    await expect.poll(heldBytes, { timeout: 10_000 }).toBe(0)
  })
})
