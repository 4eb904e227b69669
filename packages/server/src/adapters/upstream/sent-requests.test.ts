import { describe, expect, it, test } from 'vitest'
import { ask, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

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
})
