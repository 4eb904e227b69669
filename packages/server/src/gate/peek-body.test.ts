import { once } from 'node:events'
import { createServer, type IncomingMessage, request as openRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'
import { peekBody } from './peek-body.ts'
import { passedBody } from './streamed-body.ts'

const LIMITS = { maxBodyBytes: 300_000, maxPassThroughBytes: 10_000_000, stalledUploadMs: 200 }
const BODY = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 31) % 256))

let handle: (request: IncomingMessage) => Promise<string>
const server = createServer((request, response) => {
  handle(request).then(
    (text) => response.end(text),
    (error: Error) => response.end(`${error.name}: ${error.message}`),
  )
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function upload(body: Buffer, headers: Record<string, string> = {}): Promise<string> {
  const { port } = server.address() as AddressInfo
  const sent = openRequest({ port, method: 'POST', headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

/** Peeks at the body until `enough` bytes are seen; returns the seen bytes and those that the next reader gets. */
async function peekThenRead(request: IncomingMessage, enough: number, lease = new BodyBudget(ROOM).open('account')) {
  let looked = 0
  const look = (chunk: Buffer) => {
    looked += chunk.length
    return looked >= enough
  }
  const seen = await peekBody(request, look, { limits: LIMITS, lease })
  const body = await passedBody(request, LIMITS)
  const chunks: Buffer[] = []
  if (Buffer.isBuffer(body)) chunks.push(body)
  else if (body) for await (const chunk of body.open()) chunks.push(chunk as Buffer)
  return { seen: Buffer.concat(seen), read: Buffer.concat(chunks) }
}

const ROOM = { maxBytes: 10_000_000, maxBytesPerAccount: 10_000_000 }

describe('a body that was peeked at', () => {
  test.each([
    ['wholly', 10, Number.POSITIVE_INFINITY],
    ['at its beginning', 200_000, 1],
    ['up to the limit', 1_000_000, Number.POSITIVE_INFINITY],
    ['without any bytes', 0, 1],
  ])('%s is read completely by the next reader', async (_, size, enough) => {
    const body = BODY.subarray(0, size)
    for (const headers of [{ 'content-length': String(size) }, { 'transfer-encoding': 'chunked' }]) {
      handle = async (request) => {
        const { seen, read } = await peekThenRead(request, enough)
        expect(read.equals(body)).toBe(true)
        expect(seen.equals(body.subarray(0, seen.length))).toBe(true)
        return String(seen.length)
      }
      const seen = Number(await upload(body, headers as Record<string, string>))
      expect(seen).toBeGreaterThanOrEqual(Math.min(size, enough, LIMITS.maxBodyBytes))
      expect(seen).toBeLessThanOrEqual(LIMITS.maxBodyBytes + 128 * 1024)
    }
  })

  test('is leased from the memory for bodies and refused when that is used up', async () => {
    const budget = new BodyBudget(ROOM)
    handle = async (request) => {
      await peekThenRead(request, Number.POSITIVE_INFINITY, budget.open('account'))
      return String(budget.held)
    }
    expect(await upload(BODY.subarray(0, 5000))).toBe('5000')
    const full = new BodyBudget({ maxBytes: 1000, maxBytesPerAccount: 1000 })
    handle = async (request) => String((await peekThenRead(request, 1e9, full.open('account'))).seen.length)
    expect(await upload(BODY.subarray(0, 5000))).toContain('The request bodies of this account would take more than')
  })

  test('is not waited for when the client stalls or disconnects', async () => {
    const { port } = server.address() as AddressInfo
    const failureOf = async (isGone: boolean) => {
      const socket = connect(port, '127.0.0.1')
      const failed = new Promise<string>((resolve) => {
        handle = (request) =>
          peekThenRead(request, 1e9).then(
            () => 'read',
            (error: Error) => {
              resolve(error.name === 'ClientGone' ? error.name : error.message)
              return ''
            },
          )
      })
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nsome')
      if (isGone) setTimeout(() => socket.destroy(), 50)
      const failure = await failed
      socket.destroy()
      return failure
    }
    expect([await failureOf(false), await failureOf(true)]).toEqual([
      'The request body did not arrive in time. Send the request again.',
      'ClientGone',
    ])
  })
})
