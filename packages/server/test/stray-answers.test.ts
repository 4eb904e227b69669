import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy, type TestProxy } from './start-proxy.ts'

/** Correct and hostile ways of the provider to answer with the nonce from the request header. */
const WAYS: Readonly<Record<string, (socket: Socket, nonce: string) => void>> = {
  once: (socket, nonce) => void socket.write(answer(nonce)),
  once2: (socket, nonce) => void socket.write(answer(nonce)),
  once3: (socket, nonce) => void socket.write(answer(nonce)),
  cut: (socket, nonce) => {
    const text = answer(nonce)
    socket.write(text.slice(0, 30))
    setTimeout(() => socket.write(text.slice(30)), 2)
  },
  twice: (socket, nonce) => void socket.write(answer(nonce) + answer(`stolen-${nonce}`)),
  twiceSoon: (socket, nonce) => {
    socket.write(answer(nonce))
    setImmediate(() => socket.write(answer(`stolen-${nonce}`)))
  },
  twiceLater: (socket, nonce) => {
    socket.write(answer(nonce))
    setTimeout(() => socket.write(answer(`stolen-${nonce}`)), 8)
  },
  longer: (socket, nonce) => void socket.write(answer(nonce).replace(/Length: \d+/, 'Length: 4')),
  reset: (socket) => socket.resetAndDestroy(),
  resetIdle: (socket, nonce) => {
    socket.write(answer(nonce))
    setTimeout(() => socket.resetAndDestroy(), 2)
  },
}

function answer(nonce: string): string {
  const body = JSON.stringify({ nonce })
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

const REQUESTS = 600
const TENANTS = ['t0', 't1', 't2', 't3', 't4', 't5']

let proxy: TestProxy
const provider = createServer((socket) => {
  let heard = ''
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
    const end = heard.indexOf('\r\n\r\n')
    if (end < 0 || heard.length < end + 4 + Number(/content-length: (\d+)/i.exec(heard)![1])) return
    const way = /x-test-way: (\w+)/i.exec(heard)![1]!
    const nonce = /x-test-nonce: (\S+)/i.exec(heard)![1]!
    heard = ''
    WAYS[way]!(socket, nonce)
  })
})

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  proxy = await startProxy({ variables: { PLEAT_OPENAI_URL: `http://127.0.0.1:${port}/v1` } })
  for (const tenant of TENANTS) await proxy.createKey(`pleat_${tenant}`, { account: tenant })
})
afterAll(async () => {
  await proxy.close()
  provider.close()
})

test('stray responses of a provider reach no other account', async () => {
  const agent = new Agent({ keepAlive: true })
  const seen = { own: 0, stray: 0, ofSameAccount: 0, ofOtherAccount: 0 }
  const ways = Object.keys(WAYS)
  let next = 0
  async function work(): Promise<void> {
    while (next < REQUESTS) {
      const i = next++
      const tenant = TENANTS[i % TENANTS.length]!
      const nonce = `${tenant}.${i}`
      const text = await ask(agent, { tenant, nonce, way: ways[(i * 7) % ways.length]! })
      const got = /(stolen-)?(t\d)\.(\d+)/.exec(text)
      if (!got) continue
      if (got[2] !== tenant) seen.ofOtherAccount++
      else if (got[1]) seen.stray++
      else if (got[0] !== nonce) seen.ofSameAccount++
      else seen.own++
    }
  }
  await Promise.all(Array.from({ length: 24 }, work))
  agent.destroy()
  expect(seen.ofOtherAccount).toBe(0)
  expect(seen.own).toBeGreaterThan(REQUESTS / 2)
})

/** The body of the response; empty if it is missing or incomplete. */
function ask(agent: Agent, { tenant, nonce, way }: { tenant: string; nonce: string; way: string }): Promise<string> {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: `Hello ${nonce}` }] })
  const headers = {
    authorization: `Bearer pleat_${tenant}`,
    'content-type': 'application/json',
    'content-length': body.length,
    'x-test-nonce': nonce,
    'x-test-way': way,
  }
  return new Promise((resolve) => {
    const request = send(`${proxy.url}/v1/chat/completions`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
      response.on('error', () => resolve(''))
    })
    request.on('error', () => resolve(''))
    request.end(body)
  })
}
