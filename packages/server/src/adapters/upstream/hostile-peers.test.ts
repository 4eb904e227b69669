import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { ask, bodyOf, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

describe('stray responses', () => {
  /** Sends 60 requests of each of 12 accounts at once. Each response should contain the requested path. */
  async function mixedUp(options: { strayAfterMs: number | undefined; everyNth: number; restMs?: number }) {
    let count = 0
    const peer = await startPeer((socket) => {
      const path = /(?:^|\r\n\r\n\{\})POST (\S+)/g
      const asked = [...peer.heard[peer.sockets.indexOf(socket)]!.matchAll(path)].at(-1)![1]!
      const response = framed(asked)
      if (++count % options.everyNth !== 0) socket.write(response)
      else if (options.strayAfterMs === undefined) socket.write(response + framed(asked))
      else {
        socket.write(response)
        setTimeout(() => socket.write(framed(asked)), options.strayAfterMs)
      }
    })
    const upstream = openUpstream({ restMs: options.restMs ?? 50, distrustMs: 100 })
    const wrong = { sameAccount: 0, otherAccount: 0, answered: 0 }
    async function run(tenant: string): Promise<void> {
      for (let i = 0; i < 60; i++) {
        const path = `/${tenant}/${i}`
        const body = await ask(upstream, requestTo(peer, { tenant, path })).catch(() => undefined)
        if (body === undefined) continue
        wrong.answered++
        if (!body.startsWith(`/${tenant}/`)) wrong.otherAccount++
        else if (body !== path) wrong.sameAccount++
      }
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((tenant) => [run(tenant), run(`${tenant}2`)]))
    return wrong
  }

  test.each([
    ['with the response', undefined],
    ['at once', 0],
    ['3 ms later', 3],
    ['10 ms later', 10],
  ])('that come %s reach nobody', async (_, strayAfterMs) => {
    const wrong = await mixedUp({ strayAfterMs, everyNth: 7 })
    expect(wrong).toMatchObject({ sameAccount: 0, otherAccount: 0 })
    expect(wrong.answered).toBeGreaterThan(600)
  })

  it('during another request never reach another account', async () => {
    const wrong = await mixedUp({ strayAfterMs: 1, everyNth: 3, restMs: 0 })
    expect(wrong.otherAccount).toBe(0)
    expect(wrong.answered).toBeGreaterThan(300)
  })

  it('give every request its own connection for a while', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const violations: string[] = []
    const upstream = openUpstream({ distrustMs: 150, onViolation: (origin) => violations.push(origin) })
    await ask(upstream, requestTo(peer))
    peer.sockets[0]!.write(framed('stray'))
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
    for (let i = 0; i < 3; i++) expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(4)
    expect(peer.heard.slice(1).every((text) => text.includes('connection: close'))).toBe(true)
    await sleep(160)
    for (let i = 0; i < 3; i++) expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(5)
    expect(violations).toEqual([peer.origin])
  })

  it('also end the connections that served another request meanwhile', async () => {
    const held: Socket[] = []
    let holds = true
    const peer = await startPeer((socket) => {
      if (holds) held.push(socket)
      else socket.write(framed('ok'))
    })
    const upstream = openUpstream({ distrustMs: 10_000 })
    const slow = ask(upstream, requestTo(peer))
    await expect.poll(() => held.length).toBe(1)
    holds = false
    await ask(upstream, requestTo(peer))
    peer.sockets[1]!.write(framed('stray'))
    await expect.poll(() => peer.sockets[1]!.destroyed).toBe(true)
    held[0]!.write(framed('slow'))
    expect(await slow).toBe('slow')
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.sockets.length).toBe(3)
  })

  it('of a single line break close an idle connection', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream()
    await ask(upstream, requestTo(peer))
    peer.sockets[0]!.write('\r\n')
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
  })
})

describe('a response head', () => {
  test.each([
    ['garbage', 'HELO this is not http\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
    ['a length and a coding', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok'],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok'],
    ['a control character', 'HTTP/1.1 200 OK\r\nX-a: b\x01c\r\nContent-Length: 2\r\n\r\nok'],
    ['a space before a colon', 'HTTP/1.1 200 OK\r\nX-a : b\r\nContent-Length: 2\r\n\r\nok'],
    ['more than 64 KB', `HTTP/1.1 200 OK\r\nX-a: ${'a'.repeat(70_000)}\r\nContent-Length: 2\r\n\r\nok`],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('that is or has %s is not a response, and its connection is not used again', async (_, text) => {
    const peer = await startPeer(saying(text))
    const upstream = openUpstream()
    const answer = upstream.send(requestTo(peer)).answer
    await expect(answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
    expect(peer.heard.length).toBe(1)
  })

  it('keeps the spelling, order and repetition of its names, and the bytes of its values', async () => {
    const peer = await startPeer(
      saying('HTTP/1.1 200 OK\r\nX-Two: \xe9\r\nx-two:  b \r\nEmpty:\r\nContent-LENGTH: 2\r\n\r\nok'),
    )
    const answer = await openUpstream().send(requestTo(peer)).answer
    expect(answer.headers).toEqual(['X-Two', '\xe9', 'x-two', 'b', 'Empty', '', 'Content-LENGTH', '2'])
  })

  it('may come after early hints', async () => {
    const peer = await startPeer(saying(`HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n${framed('ok')}`))
    const answer = await openUpstream().send(requestTo(peer)).answer
    expect([answer.status, answer.headers]).toEqual([200, ['Content-Length', '2']])
    expect(await bodyOf(answer)).toBe('ok')
  })

  test.each([
    ['bytes of an unfinished head', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'],
    ['1xx responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('has a time limit from the request on, even if %s trickle in', async (_, first, again) => {
    const peer = await startPeer((socket) => {
      socket.write(first)
      const timer = setInterval(() => socket.write(again), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const startedAt = performance.now()
    const answer = openUpstream({ headersMs: 200 }).send(requestTo(peer)).answer
    await expect(answer).rejects.toMatchObject({ code: 'upstream_timeout' })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
  })

  it('after more than 20 responses of status 1xx is refused', async () => {
    const peer = await startPeer(saying(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(21)}${framed('ok')}`))
    const answer = openUpstream().send(requestTo(peer)).answer
    await expect(answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
  })
})

describe('a response body', () => {
  test.each([
    ['with a length', 'Content-Length: 9\r\n\r\nhalf'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['up to the end of the connection', '\r\nhalf'],
  ])('%s breaks off when the connection is reset', async (_, rest) => {
    const peer = await startPeer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${rest}`)
      setTimeout(() => socket.resetAndDestroy(), 20)
    })
    const answer = await openUpstream().send(requestTo(peer)).answer
    await expect(bodyOf(answer)).rejects.toThrow()
    expect(answer.isComplete).toBe(false)
  })

  it('without a length is complete after an orderly end of the connection', async () => {
    const peer = await startPeer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nwhole'))
    const answer = await openUpstream().send(requestTo(peer)).answer
    expect(await bodyOf(answer)).toBe('whole')
  })

  test.each([204, 304])('of status %d is ignored, and reaches no other request', async (status) => {
    const stray = framed('stray')
    const peer = await startPeer((socket, count) => {
      const first = `HTTP/1.1 ${status} X\r\nContent-Length: ${stray.length}\r\n\r\n${stray}`
      socket.write(count === 1 && peer.heard.length === 1 ? first : framed('ok'))
    })
    const upstream = openUpstream()
    expect(await ask(upstream, requestTo(peer))).toBe('')
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })

  test.each([
    ['its length', framed('aborted') + framed('stray')],
    ['chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n\r\n${framed('stray')}`],
    ['a close', `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nhalf${framed('stray')}`],
  ])('framed by %s that is aborted inside of onData leaves no reusable connection behind', async (_, text) => {
    const peer = await startPeer((socket) => void socket.write(peer.heard.length === 1 ? text : framed('ok')))
    const upstream = openUpstream()
    const answer = await upstream.send(requestTo(peer)).answer
    const events: string[] = []
    await new Promise<void>((resolve) => {
      answer.read({
        onData() {
          events.push('data')
          answer.abort()
          return true
        },
        onEnd: () => events.push('end'),
        onError: () => resolve(void events.push('error')),
      })
      // A response that was complete before it was read can no longer be aborted.
      if (events.includes('end')) resolve()
    })
    await sleep(10)
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })

  it('that is aborted inside of onData closes the connection', async () => {
    const chunk = '4\r\nhalf\r\n'
    const peer = await startPeer((socket) => {
      if (peer.heard.length > 1) return void socket.write(framed('ok'))
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      setTimeout(() => socket.write(`${chunk.repeat(5)}0\r\n\r\n${framed('stray')}`), 20)
    })
    const upstream = openUpstream()
    const answer = await upstream.send(requestTo(peer)).answer
    let got = 0
    const body = bodyOf(answer, () => {
      if (++got === 2) answer.abort()
      return true
    })
    await expect(body).rejects.toThrow(/aborted/)
    expect(got).toBe(2)
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })
})

describe('a peer that closes idle connections as they are used', () => {
  it('gets no request twice and loses no unsent request', async () => {
    const seen = new Map<string, number>()
    const peer = await startPeer((socket) => {
      const path = [...peer.heard[peer.sockets.indexOf(socket)]!.matchAll(/POST (\S+)/g)].at(-1)![1]!
      seen.set(path, (seen.get(path) ?? 0) + 1)
      socket.write(framed('ok'))
      setTimeout(() => socket.resetAndDestroy(), Math.random() * 3)
    })
    const upstream = openUpstream()
    let failed = 0
    for (let i = 0; i < 150; i++) {
      await ask(upstream, requestTo(peer, { path: `/${i}` })).catch(() => failed++)
      await sleep(Math.random() * 3)
    }
    expect(Math.max(...seen.values())).toBe(1)
    expect(failed).toBeLessThan(30)
  })
})
