import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createUndiciWebhook } from './undici-webhook.ts'

let server: Server
let address = ''
let heard = ''
let reply: string | undefined
const sockets = new Set<Socket>()

beforeEach(async () => {
  heard = ''
  reply = undefined
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard += chunk
      if (reply !== undefined && heard.endsWith('{}')) socket.write(reply)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Posts to `url`; through the server of the test with `isProxied`. */
async function post(url: string, { isProxied }: { isProxied: boolean }): Promise<number> {
  const proxy = isProxied ? { http: `http://${address}`, https: undefined, none: undefined } : undefined
  const webhook = createUndiciWebhook({ url, proxy, timeoutMs: 80 })
  try {
    return await webhook.post({ body: '{}', headers: { 'x-test': 'yes' }, signal: new AbortController().signal })
  } finally {
    await webhook.close()
  }
}

describe('a webhook', () => {
  test('returns the status of the receiver', async () => {
    reply = 'HTTP/1.1 204 No Content\r\n\r\n'
    expect(await post(`http://${address}/alerts`, { isProxied: false })).toBe(204)
    expect(heard).toMatch(/^POST \/alerts HTTP\/1\.1\r\n/)
    expect(heard).toMatch(/\r\nx-test: yes\r\n/)
  })

  test('is requested from a proxy by its absolute address', async () => {
    reply = 'HTTP/1.1 204 No Content\r\n\r\n'
    expect(await post('http://receiver.invalid/alerts', { isProxied: true })).toBe(204)
    expect(heard).toMatch(/^POST http:\/\/receiver\.invalid\/alerts HTTP\/1\.1\r\n/)
  })

  test.each([
    ['a receiver', () => `http://${address}`, false],
    ['a proxy that should forward it', () => 'http://receiver.invalid', true],
    ['a proxy that should open a tunnel', () => 'https://receiver.invalid', true],
  ])('fails after its time limit without a response of %s', async (_, url, isProxied) => {
    await expect(post(url(), { isProxied })).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
    expect(heard).not.toBe('')
  })
})
