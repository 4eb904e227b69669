import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type MetricsServer, startMetricsServer } from './metrics-server.ts'

const STALLED_MS = 100
const REQUEST = 'GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n'

let server: MetricsServer | undefined
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await server?.close()
})

async function start(text: string, stalledMs?: number): Promise<MetricsServer> {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const page = { contentType: 'text/plain', text: async () => text }
  const options = { host: '127.0.0.1', port: 0, token: undefined, log, page }
  server = await startMetricsServer({ ...options, ...(stalledMs !== undefined && { stalledMs }) })
  return server
}

async function open({ port }: MetricsServer): Promise<Socket> {
  // A server that closes a connection at once may reset it.
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

test('closes the 65th connection, and accepts another after one has ended', async () => {
  const metrics = await start('up 1\n')
  const first = await open(metrics)
  for (let count = 2; count <= 64; count++) await open(metrics)
  const refused = await open(metrics)
  await once(refused.resume(), 'close')
  first.write(REQUEST)
  expect(String((await once(first, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  first.destroy()
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).status).toBe(200))
})

test('closes connections that send or read nothing, and keeps one between two requests', async () => {
  // More than the buffers of a connection can take.
  const metrics = await start('x'.repeat(32 * 1024 * 1024), STALLED_MS)
  const silent = await open(metrics)
  await once(silent.resume(), 'close')
  const reader = await open(metrics)
  reader.pause().write(REQUEST)
  await setTimeout(10 * STALLED_MS)
  reader.resume()
  await once(reader, 'close')
  expect(reader.bytesRead).toBeLessThan(32 * 1024 * 1024)

  const kept = await open(metrics)
  const missing = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'
  kept.write(missing)
  await once(kept, 'data')
  await setTimeout(3 * STALLED_MS)
  kept.write(missing)
  expect(String((await once(kept, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /)
})
