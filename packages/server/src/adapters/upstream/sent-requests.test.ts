import { describe, expect, it, test, vi } from 'vitest'
import { ask, bodyOf, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

describe('a sent request', () => {
  it('has the given headers, the host of the origin and the length of the body', async () => {
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
  ] as const)('a %s without a body has the length header %j', async (method, length) => {
    const peer = await startPeer(
      saying(method === 'HEAD' ? 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' : framed('')),
    )
    await ask(openUpstream(), requestTo(peer, { method, headers: [], body: undefined }))
    // undici closes the connection after a HEAD, because some servers send a body anyway.
    expect(peer.heard[0]!.split(/connection: (?:keep-alive|close)\r\n/)[1]).toBe(`${length}\r\n`)
  })

  it('may have a body of any length', async () => {
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
  ])('is refused if it would arrive changed, and the error contains no value: %#', async (more) => {
    const peer = await startPeer(saying(framed('ok')))
    const upstream = openUpstream()
    const error = await ask(upstream, requestTo(peer, more)).catch((error) => error)
    expect(error).toMatchObject({ code: 'upstream_unreachable' })
    expect(error.message).toMatch(/HTTP does not allow/)
    expect(String(error.cause)).not.toContain('secret')
    expect(peer.heard).toEqual([])
  })

  describe('says whether its body may be freed', () => {
    const request = (peer: { origin: string }) => requestTo(peer, { body: Buffer.alloc(20_000_000, 'b') })

    it('yes, once the response to the whole of it is complete', async () => {
      const call = openUpstream().send(request(await startPeer(saying(framed('ok')))))
      const answer = await call.answer
      expect(call.hasSentBody).toBe(answer.isComplete)
      await bodyOf(answer)
      expect(call.hasSentBody).toBe(true)
    })

    it('no, if the response came before the peer had read it', async () => {
      const peer = await startPeer(() => {})
      const call = openUpstream().send(request(peer))
      await vi.waitFor(() => expect(peer.sockets).toHaveLength(1))
      peer.sockets[0]!.pause().write(framed('early'), 'latin1')
      expect(await bodyOf(await call.answer)).toBe('early')
      expect(call.hasSentBody).toBe(false)
    })

    it('no, if it was aborted', async () => {
      const call = openUpstream().send(request(await startPeer(() => {})))
      call.abort()
      await expect(call.answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
      expect(call.hasSentBody).toBe(false)
    })
  })
})
