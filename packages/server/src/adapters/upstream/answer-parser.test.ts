import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { AnswerParser } from './answer-parser.ts'
import { AnswerSyntaxError } from './answer-syntax.ts'

/** What the parser says of `parts`, as the answer to one request; `isOver` when the peer said nothing more. */
function parse(parts: readonly Buffer[], options: { isHeadOnly?: boolean; isOver?: boolean } = {}) {
  const read = { heads: [] as number[], body: '', ends: 0, pieces: 0 }
  const parser = new AnswerParser({
    onHead: ({ status }) => void read.heads.push(status),
    onBody(bytes) {
      expect(bytes.length).toBeGreaterThan(0)
      expect(read.ends).toBe(0)
      read.body += bytes.toString('latin1')
      read.pieces++
    },
    onEnd: () => void read.ends++,
  })
  parser.begin(options.isHeadOnly ?? false)
  for (const part of parts) parser.push(part)
  if (options.isOver) parser.finish()
  return read
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** `text` cut at places that `cuts` (0 to 1 each) say. */
function cutUp(text: string, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * text.length)), text.length].sort((a, b) => a - b)
  return places.slice(1).map((to, i) => bytesOf(text.slice(places[i], to)))
}

const body = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', '\xff', '{', ' '), maxLength: 60 })
const filler = fc.constantFrom('', 'X-A: 1\r\n', 'x-a:\r\nServer: none \r\n')
const early = fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early\r\nLink: </x>\r\n\r\n')

/** An answer and what is to be read of it. */
const answer = fc.oneof(
  fc.record({ early, filler, body }).map(({ early, filler, body }) => ({
    text: `${early}HTTP/1.1 201 Made\r\n${filler}content-length: ${body.length}\r\n\r\n${body}`,
    status: 201,
    body,
  })),
  fc
    .record({
      early,
      filler,
      chunks: fc.array(
        body.filter((text) => text !== ''),
        { maxLength: 5 },
      ),
      extension: fc.constantFrom('', ';a=b'),
      trailers: fc.constantFrom('', 'x-sum: 1\r\n', 'x: 1\r\ny: 2\r\n'),
    })
    .map(({ early, filler, chunks, extension, trailers }) => {
      const framed = chunks.map((chunk) => `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`).join('')
      const head = `${early}HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${filler}\r\n`
      return { text: `${head}${framed}0\r\n${trailers}\r\n`, status: 200, body: chunks.join('') }
    }),
)
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })

describe('AnswerParser', () => {
  it('reads an answer as the same wherever it is cut, and says when it is over', () => {
    fc.assert(
      fc.property(answer, cuts, ({ text, status, body }, cuts) => {
        const read = parse(cutUp(text, cuts))
        expect(read).toMatchObject({ heads: [status], body, ends: 1 })
      }),
    )
  })

  it('does not call an answer over before its last byte', () => {
    fc.assert(
      fc.property(answer, cuts, fc.nat(), ({ text }, cuts, missing) => {
        const kept = text.slice(0, text.length - 1 - (missing % text.length))
        expect(parse(cutUp(kept, cuts), { isOver: true })).toMatchObject({ ends: 0 })
      }),
    )
  })

  it('refuses whatever comes after the end, and has said so before', () => {
    fc.assert(
      fc.property(answer, ({ text, body }) => {
        const events: unknown[] = []
        const parser = new AnswerParser({
          onHead: () => {},
          onBody: (bytes) => void events.push(bytes.toString('latin1')),
          onEnd: () => void events.push('over'),
        })
        parser.begin(false)
        expect(() => parser.push(bytesOf(`${text}HTTP/1.1 200 OK\r\n\r\nanother`))).toThrow(AnswerSyntaxError)
        expect(events.pop()).toBe('over')
        expect(events.join('')).toBe(body)
      }),
    )
  })

  it('takes a body that nothing frames as ended by the end of the connection', () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\nall of it'
    for (let cut = 0; cut <= text.length; cut++) {
      const read = parse(cutUp(text, [cut / text.length]), { isOver: true })
      expect(read).toMatchObject({ heads: [200], body: 'all of it', ends: 1 })
    }
  })

  test.each([
    ['HTTP/1.1 204 None\r\n\r\n', false],
    ['HTTP/1.1 304 Same\r\ncontent-length: 50\r\n\r\n', false],
    ['HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\n\r\n', true],
  ])('%j has no body (to HEAD: %j)', (text, isHeadOnly) => {
    expect(parse([bytesOf(text)], { isHeadOnly })).toMatchObject({ body: '', ends: 1 })
  })

  it('hands on a part of a body in the bytes that it came in', () => {
    const read = parse(['HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n', 'abc', 'def'].map(bytesOf))
    expect(read).toMatchObject({ body: 'abcdef', pieces: 2 })
  })

  it('reads one answer after the other', () => {
    const bodies: string[] = []
    const parser = new AnswerParser({
      onHead: () => {},
      onBody: (bytes) => void bodies.push(bytes.toString()),
      onEnd: () => {},
    })
    for (const body of ['one', 'two']) {
      parser.begin(false)
      parser.push(bytesOf(`HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n${body}`))
    }
    expect(bodies).toEqual(['one', 'two'])
  })

  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  test.each([
    [`${chunked}3\r\nabcd\r\n0\r\n\r\n`],
    [`${chunked}3\nabc\r\n0\r\n\r\n`],
    [`${chunked}3\r\nabc\n0\r\n\r\n`],
    [`${chunked}3\r\nabc0\r\n\r\n`],
    [`${chunked}x\r\n`],
    [`${chunked}0\r\nno trailer\r\n\r\n`],
    [`${chunked}${'1'.repeat(20_000)}`],
    [`${chunked}1;${'x'.repeat(20_000)}`],
    ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`],
    ['<html>no HTTP at all</html>\r\n\r\n'],
  ])('refuses %.60j wherever it is cut', (text) => {
    expect(() => parse([bytesOf(text)])).toThrow(AnswerSyntaxError)
    fc.assert(
      fc.property(cuts, (cuts) => {
        expect(() => parse(cutUp(text, cuts))).toThrow(AnswerSyntaxError)
      }),
      { numRuns: 20 },
    )
  })

  it('refuses what comes when nothing was asked', () => {
    const parser = new AnswerParser({ onHead: () => {}, onBody: () => {}, onEnd: () => {} })
    expect(() => parser.push(bytesOf('HTTP/1.1 408 Too late\r\n\r\n'))).toThrow(AnswerSyntaxError)
  })
})
