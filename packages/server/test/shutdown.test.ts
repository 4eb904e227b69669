import { expect, test } from 'vitest'
import type { Store } from '../src/store-port.ts'
import { CHAT, openConnection, post } from './plain-client.ts'
import { KEY, startProxy } from './start-proxy.ts'

const body = JSON.stringify(CHAT)
const chatRequest =
  `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('a stream in flight completes, new requests on its connection are refused, and then everything is closed', async () => {
  const proxy = await startProxy()
  let finish = () => {}
  proxy.upstream.play((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    finish = () => response.end('data: 2\n\n')
  })
  const connection = await openConnection(proxy.port)
  connection.socket.write(chatRequest)
  await connection.until('data: 1')
  const closing = proxy.server.close()
  finish()
  await connection.until('data: 2')
  connection.socket.write(chatRequest)
  await connection.closed
  await closing
  const [, second = ''] = connection.received().split('\r\n0\r\n\r\n')
  expect(second).toMatch(/^HTTP\/1\.1 503 /)
  expect(second.toLowerCase()).toContain('connection: close')
  expect(second).toContain('X-RateLimit-Limit')
  await expect(post(`${proxy.url}/v1/chat/completions`, CHAT)).rejects.toThrow()
  await proxy.close()
})

test('a response that exceeds the drain time is cut off', async () => {
  const proxy = await startProxy({ overrides: { limits: { shutdownTimeoutMs: 50 } } })
  proxy.upstream.play((response) => void response.writeHead(200, {}).write('x'))
  const connection = await openConnection(proxy.port)
  connection.socket.write(chatRequest)
  await connection.until('200 OK')
  await proxy.server.close()
  await connection.closed
  await proxy.close()
})

test('usage is written before the store closes', async () => {
  const proxy = await startProxy()
  const written = watchUsage(proxy.server.deps.store)
  await post(`${proxy.url}/v1/chat/completions`, CHAT)
  await proxy.server.close()
  expect(written.requests).toBe(1)
  await proxy.close()
})

test('usage of responses that are cut off is written before the store closes', async () => {
  const proxy = await startProxy({ overrides: { limits: { shutdownTimeoutMs: 50 } } })
  const written = watchUsage(proxy.server.deps.store)
  proxy.upstream.play((response) => void response.writeHead(200, {}).write('x'))
  const connections = await Promise.all([1, 2, 3].map(() => openConnection(proxy.port)))
  for (const connection of connections) connection.socket.write(chatRequest)
  await Promise.all(connections.map((connection) => connection.until('200 OK')))
  await proxy.server.close()
  expect(written.requests).toBe(3)
  await proxy.close()
})

/** Counts the requests whose usage is written while the store is open. */
function watchUsage({ usage }: Pick<Store, 'usage'>): { readonly requests: number } {
  const written = { requests: 0 }
  const add = usage.add.bind(usage)
  Object.assign(usage, {
    async add(entries: Parameters<typeof add>[0]) {
      await add(entries)
      for (const { requests } of entries) written.requests += requests
    },
  })
  return written
}
