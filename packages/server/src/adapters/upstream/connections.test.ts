import { once } from 'node:events'
import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, test } from 'vitest'
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.fixture.ts'
import { ask, bodyOf, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

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
