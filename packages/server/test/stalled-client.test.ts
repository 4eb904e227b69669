import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT } from './plain-client.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

const STALLED_MS = 300

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ overrides: { limits: { stalledClientMs: STALLED_MS } } })
})
afterAll(() => proxy.close())

async function openClient(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  await once(socket, 'connect')
  const body = JSON.stringify(CHAT)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  socket.on('error', () => {})
  return socket
}

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
