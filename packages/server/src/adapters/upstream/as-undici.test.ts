import type { Socket } from 'node:net'
import fc from 'fast-check'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpUpstream } from './http-upstream.ts'
import { type RawPeer, startRawPeer } from './raw-peer.fixture.ts'

/** What was made of the bytes that a peer said before it closed. */
type Seen = { readonly status: number; readonly headers: string[]; readonly body: string } | 'broken'

let said = ''
let cut = 0
let peer: RawPeer
const upstream = new HttpUpstream()
const agent = new Agent({ pipelining: 1 })

beforeAll(async () => {
  peer = await startRawPeer((socket: Socket) => {
    const at = Math.floor(cut * said.length)
    socket.setNoDelay(true)
    socket.write(said.slice(0, at), 'latin1')
    setImmediate(() => socket.end(said.slice(at), 'latin1'))
  })
})
afterAll(async () => {
  await upstream.close()
  await agent.close()
  await peer.close()
})

async function seenByUs(): Promise<Seen> {
  const { origin } = peer
  const call = upstream.send({ origin, path: '/', method: 'POST', headers: [], body: Buffer.from('{}') })
  try {
    const answer = await call.answer
    const { status, headers } = answer
    const body = await new Promise<string>((resolve, reject) => {
      let text = ''
      answer.read({
        onData(chunk) {
          text += chunk.toString('latin1')
          return true
        },
        onEnd: () => resolve(text),
        onError: reject,
      })
    })
    return { status, headers: [...headers], body }
  } catch {
    return 'broken'
  }
}

async function seenByUndici(): Promise<Seen> {
  try {
    const answer = await request(peer.origin, {
      method: 'POST',
      body: '{}',
      dispatcher: agent,
      responseHeaders: 'raw',
      reset: true,
    })
    const headers = answer.headers as unknown as (Buffer | string)[]
    return {
      status: answer.statusCode,
      // Blanks after a value are none of it (RFC 9112 section 5), though undici leaves them there.
      headers: headers.map((part) => part.toString('latin1').replace(/[ \t]+$/, '')),
      body: Buffer.from(await answer.body.bytes()).toString('latin1'),
    }
  } catch {
    return 'broken'
  }
}

const piece = fc.constantFrom(
  ...['HTTP/1.1 200 OK', 'HTTP/1.1 404 ', 'HTTP/1.0 200 OK', 'HTTP/1.1 204 None', 'HTTP/1.1 103 Early', '\r\n'],
  ...['\r\n\r\n', '\n', '\r', 'Content-Length: 5', 'content-length: 3', 'Content-Length: 05', 'Content-Length: +5'],
  ...['Transfer-Encoding: chunked', 'transfer-encoding: gzip', 'Connection: close', 'X-A: b', 'X-A : b', ' folded'],
  ...[
    '5\r\nabcde\r\n',
    '3;x=y\r\nabc\r\n',
    '3\r\nabcd\r\n',
    '0\r\n\r\n',
    '0\r\nX-Sum: 1\r\n\r\n',
    'abcde',
    'abc',
    '\0',
    '\xff',
  ],
)
/** Answers as they should be, with one thing wrong now and then. */
const mostlyRight = fc
  .record({
    status: fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 500 Oh', 'HTTP/1.1 503'),
    headers: fc.array(fc.constantFrom('X-A: b', 'x-b:c', 'Server:  some one ', 'Keep-Alive: timeout=9', 'Empty:')),
    framing: fc.constantFrom(
      ['Content-Length: 5', 'abcde'],
      ['content-length:0', ''],
      ['Transfer-Encoding: chunked', '3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n'],
      ['transfer-encoding: Chunked', '0\r\nX-Sum: 5\r\n\r\n'],
      ['Connection: close', 'up to the end'],
    ),
    slip: fc.option(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), what: piece, dropped: fc.nat(3) }), {
      freq: 2,
    }),
  })
  .map(({ status, headers, framing, slip }) => {
    const text = `${[status, ...headers, framing[0]].join('\r\n')}\r\n\r\n${framing[1]}`
    if (!slip) return text
    const at = Math.floor(slip.at * text.length)
    return text.slice(0, at) + slip.what + text.slice(at + slip.dropped)
  })
const anything = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

describe('an answer, whatever it looks like', () => {
  it('is what undici takes it for, or broken: nothing is let through that another parser refuses', async () => {
    let whole = 0
    const check = fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: mostlyRight }, anything),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (text, at) => {
        said = text
        cut = at
        const ours = await seenByUs()
        if (ours === 'broken') return
        whole++
        expect(ours).toEqual(await seenByUndici())
      },
    )
    await fc.assert(check, { numRuns: 400 })
    expect(whole).toBeGreaterThan(80)
  })
})
