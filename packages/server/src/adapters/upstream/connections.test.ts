import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, test } from 'vitest'
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.fixture.ts'
import { ask, bodyOf, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

/** Lets the peer answer the request with this index, once it has arrived. */
async function replyTo(replies: (() => void)[], index: number): Promise<void> {
  await expect.poll(() => replies.length).toBeGreaterThan(index)
  replies[index]!()
}

describe('connections', () => {
  it('are reused', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream()
    for (let i = 0; i < 5; i++) expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(1)
  })

  it('serve one request each at a time', async () => {
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

  test.each([['Connection: close'], ['Keep-Alive: timeout=2']])('are not reused after %j', async (header) => {
    const peer = await startPeer(saying(framed('ok', header)))
    const upstream = openUpstream()
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })

  test.each([
    ['closes them', (socket: Socket) => socket.end()],
    ['resets them', (socket: Socket) => socket.resetAndDestroy()],
    ['sends a response that no request asked for', (socket: Socket) => socket.write(framed('for somebody else'))],
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

  it('are not reused when the response came before the request was sent', async () => {
    const peer = await startPeer(saying(framed('small enough')))
    const upstream = openUpstream()
    const call = upstream.send(requestTo(peer, { body: Buffer.alloc(30_000_000, 'b') }))
    await expect.poll(() => peer.heard.length).toBe(1)
    peer.sockets[0]!.pause()
    peer.sockets[0]!.write(framed('too large'))
    expect(await bodyOf(await call.answer)).toBe('too large')
    await sleep(10)
    expect(await ask(upstream, requestTo(peer))).toBe('small enough')
    expect(peer.heard.length).toBe(2)
  })

  it('are closed at their maximum age, after their response', async () => {
    const peer = await startPeer((socket) => void setTimeout(() => socket.write(framed('slow')), 60))
    const upstream = openUpstream({ ageMs: 40 })
    expect(await ask(upstream, requestTo(peer))).toBe('slow')
    await expect.poll(() => peer.sockets[0]!.destroyed).toBe(true)
    expect(await ask(upstream, requestTo(peer))).toBe('slow')
    expect(peer.heard.length).toBe(2)
  })

  it('rest after a response, and the one that rested longest is used first', async () => {
    const peer = await startPeer((socket) => void socket.write(framed(String(socket.remotePort))))
    const upstream = openUpstream({ restMs: 200 })
    const first = await ask(upstream, requestTo(peer))
    const second = await ask(upstream, requestTo(peer))
    expect(second).not.toBe(first)
    await sleep(600)
    expect(await ask(upstream, requestTo(peer))).toBe(first)
    expect(await ask(upstream, requestTo(peer))).toBe(second)
    expect(peer.heard.length).toBe(2)
  })

  it('of one account never serve another', async () => {
    const peer = await startPeer((socket) => void socket.write(framed(String(socket.remotePort))))
    const upstream = openUpstream()
    const ports = new Map<string, Set<string>>()
    for (let i = 0; i < 30; i++) {
      const tenant = `t${i % 3}`
      const port = await ask(upstream, requestTo(peer, { tenant }))
      ports.set(tenant, (ports.get(tenant) ?? new Set()).add(port))
    }
    const all = [...ports.values()].flatMap((some) => [...some])
    expect([all.length, new Set(all).size, upstream.poolCount]).toEqual([3, 3, 3])
  })

  it('that are idle are bounded for all accounts, and empty pools are removed', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream({ idleConnections: 5, idleMs: 300 })
    for (let i = 0; i < 40; i++) await ask(upstream, requestTo(peer, { tenant: `t${i}` }))
    await expect.poll(() => peer.sockets.filter(({ destroyed }) => !destroyed).length).toBe(5)
    expect(upstream.poolCount).toBeLessThanOrEqual(6)
    await expect.poll(() => upstream.poolCount).toBe(0)
    await expect.poll(() => peer.sockets.every(({ destroyed }) => destroyed)).toBe(true)
  })

  it('are bounded: further requests wait in the order of arrival, and too many are refused', async () => {
    const replies: (() => void)[] = []
    const peer = await startPeer((socket) => void replies.push(() => socket.write(framed('ok'))))
    const upstream = openUpstream({ connections: 2, waiting: 2 })
    const order: number[] = []
    const calls = [0, 1, 2, 3].map((i) => {
      const asked = ask(upstream, requestTo(peer)).then(() => order.push(i))
      return asked
    })
    const refused = upstream.send(requestTo(peer)).answer
    await expect(refused).rejects.toMatchObject({ code: 'busy', status: 503, headers: { 'Retry-After': '1' } })
    for (let i = 0; i < 4; i++) {
      await expect.poll(() => replies.length).toBe(Math.min(4, i + 2))
      replies[i]!()
      await expect.poll(() => order.length).toBe(i + 1)
    }
    await Promise.all(calls)
    // The order in which the first two connections are opened is undefined.
    expect([order.slice(0, 2).sort(), order.slice(2)]).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(peer.heard.length).toBe(2)
    expect(await Promise.all([ask(upstream, requestTo(peer, { tenant: 'b' })), replyTo(replies, 4)])).toContain('ok')
  })

  it('are not opened for a request that is aborted while it waits', async () => {
    const replies: (() => void)[] = []
    const peer = await startPeer((socket) => void replies.push(() => socket.write(framed('ok'))))
    const upstream = openUpstream({ connections: 1 })
    const first = ask(upstream, requestTo(peer))
    const waiting = upstream.send(requestTo(peer))
    const third = ask(upstream, requestTo(peer))
    waiting.abort()
    await expect(waiting.answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
    await replyTo(replies, 0)
    await replyTo(replies, 1)
    expect(await Promise.all([first, third])).toEqual(['ok', 'ok'])
    expect(replies.length).toBe(2)
  })

  it('are closed after the idle time', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream({ idleMs: 40 })
    await ask(upstream, requestTo(peer))
    await once(peer.sockets[0]!, 'close')
    expect(await ask(upstream, requestTo(peer))).toBe('ok')
    expect(peer.heard.length).toBe(2)
  })

  it('are not reused after the event loop was blocked', async () => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream({ idleMs: 400 })
    await ask(upstream, requestTo(peer))
    const until = performance.now() + 400
    while (performance.now() < until) {
      // Like a machine that sleeps.
    }
    await ask(upstream, requestTo(peer))
    expect(peer.heard.length).toBe(2)
  })

  it('are reused after a reader that paused the response has read its end', async () => {
    const peer = await startPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n')
      setTimeout(() => socket.write('ok'), 10)
    })
    const upstream = openUpstream()
    const answer = () => upstream.send(requestTo(peer)).answer
    for (let i = 0; i < 3; i++) {
      const reading = await answer()
      const resume = () => {
        setTimeout(() => reading.resume(), 5)
        return false
      }
      expect(await bodyOf(reading, resume)).toBe('ok')
      await sleep(5)
    }
    expect(peer.heard.length).toBe(1)
  })

  it('verify certificates and resume TLS sessions', async () => {
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

  it('are refused for an untrusted certificate', async () => {
    const peer = await startPeer(saying(framed('safe')), { isSecure: true })
    await expect(ask(openUpstream(), requestTo(peer))).rejects.toMatchObject({ code: 'upstream_unreachable' })
    expect(peer.heard.join('')).toBe('')
  })
})
