import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../ports.ts'
import type { UpstreamTimeouts } from './connection.ts'
import { HttpUpstream } from './http-upstream.ts'
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.fixture.ts'
import { type RawPeer, type Reaction, startRawPeer } from './raw-peer.fixture.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

async function startPeer(react: Reaction, options?: { isSecure?: boolean }): Promise<RawPeer> {
  const peer = await startRawPeer(react, options)
  open.push(peer)
  return peer
}

function openUpstream(timeouts: Partial<UpstreamTimeouts> = {}): HttpUpstream {
  const upstream = new HttpUpstream(timeouts)
  open.push(upstream)
  return upstream
}

function requestTo({ origin }: { origin: string }, more: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return { origin, path: '/v1/x', method: 'POST', headers: ['X-Test', 'yes'], body: Buffer.from('{}'), ...more }
}

/** The body as text; rejects when it breaks off. `onData` says whether there is room for more. */
function bodyOf(answer: UpstreamAnswer, onData: (chunk: Buffer) => boolean = () => true): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    answer.read({
      onData(chunk) {
        text += chunk.toString('latin1')
        return onData(chunk)
      },
      onEnd: () => resolve(text),
      onError: reject,
    })
  })
}

async function ask(upstream: HttpUpstream, request: UpstreamRequest): Promise<string> {
  return bodyOf(await upstream.send(request).answer)
}

const framed = (body: string, ...headers: string[]) =>
  ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n')
const saying: (text: string) => Reaction = (text) => (socket) => void socket.write(text, 'latin1')

describe('what is sent', () => {
  it('has the headers as they are, the host of the address and the length of the body', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const headers = ['X-Two', 'a', 'x-two', 'b \xe9', 'Empty', '']
    await ask(openUpstream(), requestTo(peer, { path: '/v1/chat?a=%20b', headers, body: Buffer.from('{"a":1}') }))
    expect(peer.heard).toEqual([
      [
        'POST /v1/chat?a=%20b HTTP/1.1',
        `host: localhost:${peer.port}`,
        'connection: keep-alive',
        'X-Two: a',
        'x-two: b \xe9',
        'Empty: ',
        'content-length: 7',
        '',
        '{"a":1}',
      ].join('\r\n'),
    ])
  })

  test.each([
    ['POST', 'content-length: 0\r\n'],
    ['GET', ''],
    ['HEAD', ''],
  ] as const)('a %s without a body says %j of it', async (method, length) => {
    const peer = await startPeer(
      saying(method === 'HEAD' ? 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' : framed('')),
    )
    await ask(openUpstream(), requestTo(peer, { method, headers: [], body: undefined }))
    expect(peer.heard[0]!.split('keep-alive\r\n')[1]).toBe(`${length}\r\n`)
  })

  it('may be a body of any length', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream()
    for (const length of [0, 1, 16 * 1024, 16 * 1024 + 1, 3_000_000]) {
      expect(await ask(upstream, requestTo(peer, { body: Buffer.alloc(length, 'b') }))).toBe('ok')
      expect(peer.heard[0]!.endsWith(`content-length: ${length}\r\n\r\n${'b'.repeat(length)}`)).toBe(true)
    }
    expect(peer.heard.length).toBe(1)
  })

  test.each([
    [{ headers: ['X-Key', 'secret\r\nX-More: 1'] }],
    [{ headers: ['X-Key', 'secret\u{1f511}'] }],
    [{ headers: ['X-Key: a\r\nsecret', '1'] }],
    [{ path: '/secret HTTP/1.1\r\n' }],
  ])('is refused when it would not arrive as it is, and no value is told: %#', async (more) => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream()
    const error = await ask(upstream, requestTo(peer, more)).catch((error) => error)
    expect(error).toMatchObject({ code: 'upstream_unreachable' })
    expect(String(error.cause)).toMatch(/HTTP does not allow/)
    expect(String(error.cause)).not.toContain('secret')
    expect(peer.heard).toEqual([])
  })
})

describe('connections', () => {
  it('are used again', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream()
    for (let i = 0; i < 5; i++) expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(1)
  })

  it('are as many as there are requests at once, each with its own answer', async () => {
    const peer = await startPeer((socket, count) => {
      setTimeout(() => socket.write(framed(`${socket.remotePort} ${count}`)), 20)
    })
    const upstream = openUpstream()
    const all = () => Promise.all(Array.from({ length: 8 }, () => ask(upstream, requestTo(peer))))
    const first = await all()
    expect(new Set(first).size).toBe(8)
    expect(peer.heard.length).toBe(8)
    const second = await all()
    expect(second.map((body) => body.split(' ')[0]).sort()).toEqual(first.map((body) => body.split(' ')[0]).sort())
    expect(second.every((body) => body.endsWith(' 2'))).toBe(true)
  })

  test.each([['Connection: close'], ['Keep-Alive: timeout=2']])('are not used again after %j', async (header) => {
    const peer = await startPeer(saying(framed('ok', header)))
    const upstream = openUpstream()
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })

  test.each([
    ['closes them', (socket: Socket) => socket.end()],
    ['resets them', (socket: Socket) => socket.resetAndDestroy()],
    ['says something nobody asked for', (socket: Socket) => socket.write(framed('for somebody else'))],
  ])('are not used again when the peer %s while they are idle', async (_, act) => {
    const peer = await startPeer(saying(framed('mine')))
    const upstream = openUpstream()
    expect(await ask(upstream, requestTo(peer))).toBe('mine')
    const closed = once(peer.sockets[0]!, 'close')
    act(peer.sockets[0]!)
    await closed
    expect(await ask(upstream, requestTo(peer))).toBe('mine')
    expect(peer.heard.length).toBe(2)
  })

  it('are not used again when an answer came before all was sent', async () => {
    const peer = await startPeer(saying(framed('small enough')))
    const upstream = openUpstream()
    const call = upstream.send(requestTo(peer, { body: Buffer.alloc(30_000_000, 'b') }))
    await expect.poll(() => peer.heard.length).toBe(1)
    peer.sockets[0]!.pause()
    peer.sockets[0]!.write(framed('too large'))
    expect(await bodyOf(await call.answer)).toBe('too large')
    expect(await ask(upstream, requestTo(peer))).toBe('small enough')
    expect(peer.heard.length).toBe(2)
  })

  it('are closed when they were idle for too long', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream({ idleMs: 40 })
    await ask(upstream, requestTo(peer))
    await once(peer.sockets[0]!, 'close')
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })

  it('are not used again after a time in which nobody could look at them', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream({ idleMs: 400 })
    await ask(upstream, requestTo(peer))
    const until = performance.now() + 400
    while (performance.now() < until) {
      // As a machine that sleeps.
    }
    await ask(upstream, requestTo(peer))
    expect(peer.heard.length).toBe(2)
  })

  it('are used again when there was no room for the last of an answer', async () => {
    const peer = await startPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n')
      setTimeout(() => socket.write('ok'), 10)
    })
    const upstream = openUpstream()
    const answer = () => upstream.send(requestTo(peer)).answer
    for (let i = 0; i < 3; i++) expect(await bodyOf(await answer(), () => false)).toBe('ok')
    expect(peer.heard.length).toBe(1)
  })

  it('may be to an address that has to be trusted, and go on from its last handshake', async () => {
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE])
    try {
      const resumed: boolean[] = []
      const peer = await startPeer(
        (socket) => {
          resumed.push((socket as Socket & { isSessionReused(): boolean }).isSessionReused())
          socket.write(framed('safe', 'Connection: close'))
        },
        { isSecure: true },
      )
      const upstream = openUpstream()
      expect(await ask(upstream, requestTo(peer))).toBe('safe')
      expect(await ask(upstream, requestTo(peer))).toBe('safe')
      expect(resumed).toEqual([false, true])
    } finally {
      setDefaultCACertificates(usual)
    }
  })

  it('are not made to an address that nobody vouches for', async () => {
    const peer = await startPeer(saying(framed('safe')), { isSecure: true })
    await expect(ask(openUpstream(), requestTo(peer))).rejects.toMatchObject({ code: 'upstream_unreachable' })
    expect(peer.heard.join('')).toBe('')
  })
})

describe('an answer', () => {
  it('is there when its head is, and its body comes as it comes', async () => {
    const peer = await startPeer((socket) => {
      socket.write('HTTP/1.1 429 Slow\r\nX-a: 1\r\nTransfer-Encoding: chunked\r\n\r\n')
    })
    const answer = await openUpstream().send(requestTo(peer)).answer
    expect(answer).toMatchObject({ status: 429, headers: ['X-a', '1', 'Transfer-Encoding', 'chunked'] })
    expect(answer.isComplete).toBe(false)
    const chunks: string[] = []
    const body = bodyOf(answer, (chunk) => chunks.push(chunk.toString()) > 0)
    for (const part of ['one', 'two']) {
      peer.sockets[0]!.write(`3\r\n${part}\r\n`)
      await expect.poll(() => chunks.at(-1)).toBe(part)
    }
    peer.sockets[0]!.write('0\r\n\r\n')
    expect(await body).toBe('onetwo')
    expect(answer.isComplete).toBe(true)
  })

  it('that is there before anybody reads is kept, and known to be whole', async () => {
    const peer = await startPeer(saying(framed('waiting')))
    const answer = await openUpstream().send(requestTo(peer)).answer
    await sleep(20)
    expect(answer.isComplete).toBe(true)
    expect(await bodyOf(answer)).toBe('waiting')
  })

  it('waits in the socket while nobody has room for it, for longer than a silent peer may take', async () => {
    const size = 20_000_000
    const peer = await startPeer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
      socket.write(Buffer.alloc(size, 'a'))
    })
    const upstream = openUpstream({ bodyMs: 80 })
    const answer = await upstream.send(requestTo(peer)).answer
    let got = 0
    const body = bodyOf(answer, (chunk) => {
      got += chunk.length
      return got > 1_000_000
    })
    await sleep(200)
    const before = got
    expect(before).toBeLessThan(1_000_000)
    while (got <= 1_000_000) {
      answer.resume()
      await sleep(1)
    }
    expect((await body).length).toBe(size)
    expect(await ask(upstream, requestTo(peer, { method: 'HEAD', body: undefined }))).toBe('')
  })

  it('waits in the socket while nobody reads it', async () => {
    const size = 50_000_000
    let sent = 0
    const peer = await startPeer(async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
      for (; sent < size; sent += 1_000_000)
        if (!socket.write(Buffer.alloc(1_000_000, 'a'))) await once(socket, 'drain')
    })
    const answer = await openUpstream().send(requestTo(peer)).answer
    await sleep(200)
    expect(sent).toBeLessThan(size)
    expect((await bodyOf(answer)).length).toBe(size)
  })

  test.each([
    ['before its head', ''],
    ['in its head', 'HTTP/1.1 200 OK\r\nContent-'],
  ])('that breaks off %s is none', async (_, text) => {
    const peer = await startPeer((socket) => socket.end(text))
    const before = openUpstream().send(requestTo(peer)).answer
    await expect(before).rejects.toBeInstanceOf(ServiceError)
    await expect(before).rejects.toMatchObject({ code: 'upstream_unreachable' })
    expect(peer.heard.length).toBe(1)
  })

  test.each([
    ['shorter than it should be', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
    ['without its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['framed by nonsense', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nnonsense\r\n'],
  ])('that is %s breaks off', async (_, text) => {
    const peer = await startPeer((socket) => socket.end(text))
    const answer = await openUpstream().send(requestTo(peer)).answer
    let got = ''
    const body = bodyOf(answer, (chunk) => {
      got += chunk
      return true
    })
    await expect(body).rejects.toThrow()
    expect(got).toBe('half')
    expect(answer.isComplete).toBe(false)
  })

  it('that breaks off before anybody reads is told then', async () => {
    const peer = await startPeer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
    const answer = await openUpstream().send(requestTo(peer)).answer
    await sleep(20)
    await expect(bodyOf(answer)).rejects.toThrow(/closed/)
  })
})

describe('no answer', () => {
  test.each([
    ['the head', { headersMs: 50 }, ''],
    ['a connection', { connectMs: 50 }, undefined],
  ])('within the time for %s is a timeout', async (_, timeouts, text) => {
    // A peer that never shakes hands, where a secure one is expected.
    const peer = await startPeer(saying(text ?? ''))
    const origin = text === undefined ? peer.origin.replace('http:', 'https:') : peer.origin
    await expect(ask(openUpstream(timeouts), requestTo({ origin }))).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  it('for too long in the middle of a body breaks it off', async () => {
    const peer = await startPeer(saying('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
    const upstream = openUpstream({ bodyMs: 50, headersMs: 10_000 })
    await expect(ask(upstream, requestTo(peer))).rejects.toThrow(/stopped in the middle/)
  })

  it('from a peer that refuses the connection is asked for once more', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const made: unknown[] = []
    const count = (socket: unknown) => void made.push(socket)
    await peer.close()
    subscribe('net.client.socket', count)
    try {
      await expect(ask(openUpstream(), requestTo(peer))).rejects.toMatchObject({ code: 'upstream_unreachable' })
    } finally {
      unsubscribe('net.client.socket', count)
    }
    expect(made.length).toBe(2)
  })

  it('is waited for when the request is aborted, before it is sent, while it is, and in the middle of the answer', async () => {
    const closed: Promise<unknown>[] = []
    const peer = await startPeer((socket) => {
      closed.push(once(socket, 'close'))
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
    })
    const upstream = openUpstream()
    const never = upstream.send(requestTo(peer))
    never.abort()
    await expect(never.answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
    const early = upstream.send(requestTo(peer))
    await new Promise(setImmediate)
    early.abort()
    await expect(early.answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
    const answer = await upstream.send(requestTo(peer)).answer
    const body = bodyOf(answer)
    answer.abort()
    await expect(body).rejects.toThrow(/aborted/)
    await Promise.all(closed)
    expect(peer.heard.filter((text) => text !== '').length).toBeLessThanOrEqual(2)
  })

  it('comes from an upstream that was closed', async () => {
    const peer = await startPeer(() => {})
    const upstream = openUpstream()
    const call = upstream.send(requestTo(peer))
    await expect.poll(() => peer.heard.length).toBe(1)
    await upstream.close()
    await expect(call.answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
  })
})
