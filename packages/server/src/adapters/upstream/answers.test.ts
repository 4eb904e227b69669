import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { ask, bodyOf, framed, openUpstream, requestTo, saying, startPeer } from './open-upstream.fixture.ts'

describe('a response', () => {
  it('resolves with its head, and its body streams', async () => {
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

  it('that is complete before it is read is kept and known to be complete', async () => {
    const peer = await startPeer(saying(framed('waiting')))
    const answer = await openUpstream().send(requestTo(peer)).answer
    await sleep(20)
    expect(answer.isComplete).toBe(true)
    expect(await bodyOf(answer)).toBe('waiting')
  })

  it('waits in the socket while the reader has no room, for longer than the body timeout', async () => {
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

  it('waits in the socket until it is read', async () => {
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
  ])('that breaks off %s is not a response', async (_, text) => {
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

  it('that breaks off before it is read fails its reader', async () => {
    const peer = await startPeer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
    const answer = await openUpstream().send(requestTo(peer)).answer
    await sleep(20)
    await expect(bodyOf(answer)).rejects.toThrow(/closed|mismatch/i)
  })
})

describe('a missing response', () => {
  test.each([
    ['the head', { headersMs: 50 }, ''],
    ['a connection', { connectMs: 50 }, undefined],
  ])('within the time for %s is a timeout', async (_, timeouts, text) => {
    // A peer without a TLS handshake, where one is expected.
    const peer = await startPeer(saying(text ?? ''))
    const origin = text === undefined ? peer.origin.replace('http:', 'https:') : peer.origin
    await expect(ask(openUpstream(timeouts), requestTo({ origin }))).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  it('in the middle of a body fails after the body timeout', async () => {
    const peer = await startPeer(saying('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'))
    const upstream = openUpstream({ bodyMs: 50, headersMs: 10_000 })
    await expect(ask(upstream, requestTo(peer))).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: expect.stringContaining('the response stopped'),
    })
  })

  it('from a peer that refuses the connection is requested once more', async () => {
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

  it('is a failure after an abort: before the request is sent, while it is sent, and within the response', async () => {
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

  it('is a failure when the upstream is closed meanwhile', async () => {
    const peer = await startPeer(() => {})
    const upstream = openUpstream()
    const call = upstream.send(requestTo(peer))
    await expect.poll(() => peer.heard.length).toBe(1)
    await upstream.close()
    await expect(call.answer).rejects.toMatchObject({ code: 'upstream_unreachable' })
  })
})
