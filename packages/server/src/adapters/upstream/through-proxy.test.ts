import { once } from 'node:events'
import { createServer, type IncomingMessage, request as plainRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it, test } from 'vitest'
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.fixture.ts'
import { ask, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

interface TestProxy {
  readonly url: string
  /** Method, target and credentials of each request to the proxy. */
  readonly asked: string[]
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A forward proxy: tunnels for CONNECT, absolute-form requests passed on. With `status`, it refuses all of them. */
async function startForwardProxy({ status }: { status?: number } = {}): Promise<TestProxy> {
  const asked: string[] = []
  const note = ({ method, url, headers }: IncomingMessage) =>
    asked.push([method, url, headers['proxy-authorization']].filter(Boolean).join(' '))
  const server = createServer((request, response) => {
    note(request)
    if (status !== undefined) return void response.writeHead(status).end()
    const { 'proxy-authorization': _own, 'proxy-connection': _hop, ...headers } = request.headers
    const onward = plainRequest(request.url!, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  server.on('connect', (request, socket, head) => {
    note(request)
    socket.on('error', () => {})
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
    const [host, port] = request.url!.split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function trusting<Result>(act: () => Promise<Result>): Promise<Result> {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, LOCALHOST_CERTIFICATE])
  try {
    return await act()
  } finally {
    setDefaultCACertificates(usual)
  }
}

describe('through a proxy', () => {
  it('an https origin is reached through a tunnel and verified by its own certificate', async () => {
    const proxy = await startForwardProxy()
    const peer = await startPeer(saying(framed('safe')), { isSecure: true })
    const upstream = openUpstream({ proxy: { https: proxy.url } })
    const headers = ['X-Two', 'a', 'X-Two', 'b']
    await expect(ask(upstream, requestTo(peer))).rejects.toMatchObject({ code: 'upstream_unreachable' })
    await trusting(async () => {
      expect(await ask(upstream, requestTo(peer, { headers }))).toBe('safe')
      expect(await ask(upstream, requestTo(peer, { headers }))).toBe('safe')
      expect(await ask(upstream, requestTo(peer, { headers, tenant: 'b' }))).toBe('safe')
    })
    const requests = peer.heard.filter((text) => text !== '')
    expect(requests.length).toBe(2)
    expect(requests[0]).toContain('X-Two: a\r\nX-Two: b\r\n')
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT localhost:${peer.port}`]))
  })

  it('an http origin is requested by its absolute URL, and the proxy’s credentials go to the proxy alone', async () => {
    const proxy = await startForwardProxy()
    const peer = await startPeer(saying(framed('plain')))
    const upstream = openUpstream({ proxy: { http: proxy.url.replace('//', '//me:secret@') } })
    expect(await ask(upstream, requestTo(peer))).toBe('plain')
    const basic = Buffer.from('me:secret').toString('base64')
    expect(proxy.asked).toEqual([`POST ${peer.origin}/v1/x Basic ${basic}`])
    expect(peer.heard[0]).toContain(`host: localhost:${peer.port}\r\n`)
    expect(peer.heard[0]).not.toContain(basic)
  })

  it('headers named like members of every object are sent', async () => {
    const proxy = await startForwardProxy()
    const peer = await startPeer(saying(framed('sent')))
    const upstream = openUpstream({ proxy: { http: proxy.url } })
    const headers = ['constructor', 'a', 'toString', 'b']
    expect(await ask(upstream, requestTo(peer, { headers }))).toBe('sent')
    expect(peer.heard[0]).toContain('constructor: a\r\ntostring: b\r\n')
  })

  it('hosts in NO_PROXY are reached directly', async () => {
    const proxy = await startForwardProxy()
    const peer = await startPeer(saying(framed('direct')))
    const upstream = openUpstream({ proxy: { http: proxy.url, none: 'example.com, localhost' } })
    expect(await ask(upstream, requestTo(peer))).toBe('direct')
    expect(proxy.asked).toEqual([])
  })

  test.each([
    [403, 'http', 403],
    [403, 'https', undefined],
    [407, 'http', undefined],
    [407, 'https', undefined],
  ])(
    'a refusal by the proxy with %d for %s is an error, unless it looks like a response of the provider',
    async (status, scheme, seen) => {
      const proxy = await startForwardProxy({ status })
      const upstream = openUpstream({ proxy: { http: proxy.url } })
      const { answer } = upstream.send(requestTo({ origin: `${scheme}://provider.invalid` }))
      if (seen !== undefined) expect((await answer).status).toBe(seen)
      else await expect(answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
    },
  )

  it('a tunnel that does not open in time is a timeout', async () => {
    const silent = await startPeer(() => {})
    const upstream = openUpstream({ connectMs: 80, proxy: { http: silent.origin } })
    const { answer } = upstream.send(requestTo({ origin: 'https://provider.invalid' }))
    await expect(answer).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  it('a stray response closes the connection', async () => {
    const proxy = await startForwardProxy()
    const peer = await startPeer(saying(framed('ok')), { isSecure: true })
    const upstream = openUpstream({ proxy: { https: proxy.url } })
    await trusting(async () => {
      await ask(upstream, requestTo(peer))
      peer.sockets.at(-1)!.write(framed('stray'))
      await expect.poll(() => peer.sockets.at(-1)!.destroyed).toBe(true)
      expect(await ask(upstream, requestTo(peer))).toBe('ok')
    })
    expect(peer.heard.filter((text) => text !== '').length).toBe(2)
    await expect.poll(() => upstream.poolCount).toBeLessThanOrEqual(1)
  })
})
