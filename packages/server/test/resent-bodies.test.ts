import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createProvider } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../src/adapters/upstream/localhost-certificate.fixture.ts'
import { send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

/** Bodies that the provider received completely. */
const received: Buffer[] = []
const provider = createProvider({ cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY }, async (request, response) => {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return
  }
  received.push(Buffer.concat(chunks))
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end('{"id":"file-ofAlice1"}')
})
/** Connections that are closed before their TLS handshake, so that the server sends the request again. */
let lost = 0
const front = createServer((socket) => {
  if (lost === 0) provider.emit('connection', socket)
  else {
    lost--
    socket.destroy()
  }
})

const trusted = getCACertificates('default')
let proxy: TestProxy
beforeAll(async () => {
  setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE])
  front.listen(0, 'localhost')
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo
  proxy = await startProxy({ variables: { PLEAT_OPENAI_URL: `https://localhost:${port}/v1` } })
  for (const account of ['alice', 'bob']) await proxy.createKey(`pleat_${account}`, { account })
})
afterAll(async () => {
  await proxy.close()
  front.close()
  setDefaultCACertificates(trusted)
})

test.each([
  ['an uncompressed', false],
  ['a compressed', true],
])('%s body that is sent again must not name an object of another account', async (_, isGzip) => {
  const ask = (account: string, path: string, body: Buffer | string) =>
    send(`${proxy.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer pleat_${account}`,
        'content-type': 'application/json',
        ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
      },
      body: isGzip ? gzipSync(body) : body,
    })
  await ask('alice', '/v1/files', '{}')
  received.length = 0
  const body = JSON.stringify({ pad: randomBytes(200_000).toString('base64'), input_file_id: 'file-ofAlice1' })
  lost = 1
  expect((await ask('bob', '/v1/batches', body)).status).toBe(404)
  expect([lost, received]).toEqual([0, []])
  lost = 1
  expect((await ask('alice', '/v1/batches', body)).status).toBe(200)
  expect([lost, received.length]).toEqual([0, 1])
})
