import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openRelay } from './relay.ts'

/** More than the time after which an unused connection is closed. */
const PAUSE_MS = 5_000

it('closes a connection that is not used for some seconds, and none with a slow response', async () => {
  const server = createServer(async ({ url }, response) => {
    if (url !== '/slow') return response.end()
    response.write('begin')
    await wait(PAUSE_MS)
    response.end(' end')
  })
  // The server has no keep-alive timeout, so it neither closes idle connections nor sends a Keep-Alive header.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = new Set<number | undefined>()
  server.on('connection', (socket) => {
    const { remotePort } = socket
    open.add(remotePort)
    socket.on('close', () => open.delete(remotePort))
  })
  const relay = await openRelay({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' })
  try {
    const { url, key } = relay.endpoint
    const get = async (path: string): Promise<string> =>
      await (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })).text()
    const slow = get('/slow')
    await get('/fast')
    expect(open.size).toBe(2)
    expect(await slow).toBe('begin end')
    expect(open.size).toBe(1)
  } finally {
    relay.close()
    server.close()
  }
}, 20_000)
