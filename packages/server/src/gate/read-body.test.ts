import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'
import { announcedBody, readBody } from './read-body.ts'

const limits = { maxBodyBytes: 1000, uploadTimeoutMs: 5000 }
const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** For each request: true if its body had arrived with its head. */
const wasAtOnce: boolean[] = []
const server = createServer(async (request, response) => {
  // Like the gate, which lets the parser continue meanwhile.
  await undefined
  const lease = budget.open('a')
  const body = readBody(request, announcedBody(request, limits), { limits, lease })
  wasAtOnce.push(Buffer.isBuffer(body))
  response.end(await body)
  lease.release()
})
const budget = new BodyBudget({ maxBytes: 1000, maxBytesPerAccount: 1000 })
let socket: Socket

beforeEach(async () => {
  wasAtOnce.length = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
})

afterEach(() => {
  socket.destroy()
  server.close()
})

async function answer(): Promise<string> {
  const [chunk] = await once(socket, 'data')
  return String(chunk).split('\r\n\r\n')[1]!
}

test('a body that arrives with its head is read without waiting', async () => {
  for (const body of ['{"first":1}', '{"second":2}', '']) {
    socket.write(head(body.length) + body)
    expect(await answer()).toBe(body)
  }
  expect(wasAtOnce).toEqual([true, true, true])
})

test('a body that arrives later is waited for', async () => {
  const body = '{"later":1}'
  socket.write(head(body.length) + body.slice(0, 5))
  await expect.poll(() => wasAtOnce).toEqual([false])
  socket.write(body.slice(5))
  expect(await answer()).toBe(body)
})

test('memory is leased for received bytes, not for announced ones', async () => {
  socket.write(head(900) + 'x'.repeat(10))
  await expect.poll(() => budget.held).toBe(10)
  socket.write('x'.repeat(890))
  await expect.poll(() => budget.held).toBe(0)
})
