import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MemoryRateLimiter } from '../src/adapters/memory-rate-limiter.ts'
import type { RateLimiter, RateSubject } from '../src/gate/rate-limiter-port.ts'
import { CHAT, openConnection, type RawConnection } from './plain-client.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

/** Counts an address only after `whenCounted`, as a limit that several nodes share may do. */
class SlowRateLimiter implements RateLimiter {
  readonly #counts = new MemoryRateLimiter({ now: () => 1_800_000_030_000 })
  whenCounted: Promise<void> = Promise.resolve()
  waiting = 0

  async take(subject: RateSubject) {
    if (subject.kind === 'address') {
      this.waiting++
      await this.whenCounted
    }
    return await this.#counts.take(subject)
  }

  peek(subject: RateSubject) {
    return this.#counts.peek(subject)
  }
}

const rateLimiter = new SlowRateLimiter()
let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ overrides: { rateLimiter } })
})
afterAll(() => proxy.close())
beforeEach(() => {
  proxy.upstream.play()
  rateLimiter.whenCounted = Promise.resolve()
  rateLimiter.waiting = 0
})

const NOISE = 'hello\r\n\r\n'
const body = JSON.stringify(CHAT)
const REQUEST = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The status lines of all responses on a connection. */
function statusesOf({ received }: RawConnection): readonly string[] {
  return received().match(/HTTP\/1\.1 \d+/g) ?? []
}

/** Checks that the last response is a complete error with the rate limit headers. */
function expectCompleteError(connection: RawConnection): void {
  const [head, error] = connection.received().split('HTTP/1.1 400 ')[1]!.split('\r\n\r\n')
  expect(head).toMatch(/\r\nX-RateLimit-Limit: \d+\r\n/i)
  expect(head).toMatch(/\r\nConnection: close/i)
  expect(error!.length).toBe(Number(/Content-Length: (\d+)/.exec(head!)![1]))
}

describe('bytes that are not HTTP on a connection that is kept alive', () => {
  test('are answered with 400 after the response to an earlier request, and the connection is closed', async () => {
    const connection = await openConnection(proxy.port)
    connection.socket.write(REQUEST)
    await connection.until('{"ok":true}')
    // The connection is idle meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 50))
    connection.socket.write(NOISE)
    await connection.closed
    expect(statusesOf(connection)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expectCompleteError(connection)
  })

  test('close it while an earlier response is being sent, without a second response inside it', async () => {
    proxy.upstream.play((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('data: 1\n\n')
    })
    const connection = await openConnection(proxy.port)
    connection.socket.write(REQUEST)
    await connection.until('data: 1')
    connection.socket.write(NOISE)
    await connection.closed
    expect(statusesOf(connection)).toEqual(['HTTP/1.1 200'])
    expect(rateLimiter.waiting).toBe(0)
  })

  test('close it if an earlier response begins while they are counted', async () => {
    const counted = Promise.withResolvers<void>()
    const provider = Promise.withResolvers<void>()
    rateLimiter.whenCounted = counted.promise
    proxy.upstream.play(async (response) => {
      await provider.promise
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('data: 1\n\n')
    })
    const connection = await openConnection(proxy.port)
    connection.socket.write(REQUEST + NOISE)
    await expect.poll(() => rateLimiter.waiting).toBe(1)
    provider.resolve()
    await connection.until('data: 1')
    counted.resolve()
    await connection.closed
    expect(statusesOf(connection)).toEqual(['HTTP/1.1 200'])
  })

  test('are answered if an earlier response ends while they are counted', async () => {
    const counted = Promise.withResolvers<void>()
    rateLimiter.whenCounted = counted.promise
    const connection = await openConnection(proxy.port)
    connection.socket.write(REQUEST + NOISE)
    await expect.poll(() => rateLimiter.waiting).toBe(1)
    await connection.until('{"ok":true}')
    counted.resolve()
    await connection.closed
    expect(statusesOf(connection)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expectCompleteError(connection)
  })
})
