import { describe, expect, it, test } from 'vitest'
import { AnswerSyntaxError, checkTrailer, readChunkSize, readHead } from './answer-syntax.ts'

const lines = (...all: string[]) => all.join('\r\n')

describe('readHead', () => {
  it('keeps headers as they were spelled, in their order, repeated ones too', () => {
    const head = readHead(lines('HTTP/1.1 200 OK', 'X-b:  two words \t', 'x-A:', 'X-B: \xe9', 'Content-Length: 5'))
    expect(head.status).toBe(200)
    expect(head.headers).toEqual(['X-b', 'two words', 'x-A', '', 'X-B', '\xe9', 'Content-Length', '5'])
    expect(head.framing).toBe(5)
  })

  test.each([
    [lines('HTTP/1.1 200 OK', 'Transfer-Encoding: Chunked'), 'chunked', true],
    [lines('HTTP/1.1 200 OK', 'content-length: 0', 'connection: Close'), 0, false],
    [lines('HTTP/1.1 200 OK', 'content-length: 0', 'connection: x', 'Connection: y, CLOSE'), 0, false],
    [lines('HTTP/1.1 200 OK', 'content-length: 0', 'connection: closed'), 0, true],
    [lines('HTTP/1.0 200 OK', 'content-length: 3'), 3, false],
    [lines('HTTP/1.1 200'), 'until-close', true],
    [lines('HTTP/1.1 599 '), 'until-close', true],
  ] as const)('%j: framed by %j, kept: %j', (text, framing, isKept) => {
    expect(readHead(text)).toMatchObject({ framing, isKept })
  })

  test.each([
    ['timeout=5, max=100', 5_000],
    ['max=3; Timeout=60', 60_000],
    ['max=3', undefined],
    ['xtimeout=5', undefined],
  ])('keep-alive %j lasts %j ms', (value, keptForMs) => {
    expect(readHead(lines('HTTP/1.1 200 OK', `Keep-Alive: ${value}`)).keptForMs).toBe(keptForMs)
  })

  test.each([
    [''],
    ['HTTP/1.1 20 OK'],
    ['HTTP/1.1 2000 OK'],
    ['HTTP/1.1 020 OK'],
    ['HTTP/1.1  200 OK'],
    ['http/1.1 200 OK'],
    ['HTTP/2 200 OK'],
    ['HTTP/1.2 200 OK'],
    ['ICY 200 OK'],
    [lines('HTTP/1.1 200 OK', 'no colon')],
    [lines('HTTP/1.1 200 OK', ': no name')],
    [lines('HTTP/1.1 200 OK', 'a : space before the colon')],
    [lines('HTTP/1.1 200 OK', 'a: 1', ' folded: line')],
    ['HTTP/1.1 200 OK\na: 1'],
    [lines('HTTP/1.1 200 OK', 'a: 1\nb: 2')],
    [lines('HTTP/1.1 200 OK', 'a: 1\rb: 2')],
    [lines('HTTP/1.1 200 OK', 'a: \0')],
    [lines('HTTP/1.1 200 OK', 'a: \x7f')],
    [lines('HTTP/1.1 200 OK', 'content-length: 5', 'Content-Length: 5')],
    [lines('HTTP/1.1 200 OK', 'content-length: 5, 5')],
    [lines('HTTP/1.1 200 OK', 'content-length: -5')],
    [lines('HTTP/1.1 200 OK', 'content-length: 0x5')],
    [lines('HTTP/1.1 200 OK', 'content-length:')],
    [lines('HTTP/1.1 200 OK', 'content-length: 5', 'transfer-encoding: chunked')],
    [lines('HTTP/1.1 200 OK', 'transfer-encoding: gzip, chunked')],
    [lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked', 'transfer-encoding: chunked')],
    [lines('HTTP/1.1 200 OK', 'transfer-encoding: identity')],
  ])('refuses %j', (text) => {
    expect(() => readHead(text)).toThrow(AnswerSyntaxError)
  })

  it('reads a head of 64 KB of spaces, commas or one name in no time', () => {
    const started = performance.now()
    for (const part of [' ', ',', 'a', '\t:']) {
      const text = lines('HTTP/1.1 200 OK', `connection: ${part.repeat(65_000 / part.length)}`, 'keep-alive: x')
      expect(readHead(text).status).toBe(200)
      expect(() => readHead(`${text}\0`)).toThrow(AnswerSyntaxError)
    }
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})

describe('readChunkSize', () => {
  test.each([
    ['0', 0],
    ['1F', 31],
    ['a;name=value', 10],
    ['5 ; x', 5],
  ])('%j is %j', (line, size) => expect(readChunkSize(line)).toBe(size))

  test.each([[''], [' 5'], ['5 '], ['+5'], ['0x5'], ['g'], ['-1'], ['1234567890123'], ['5;\0'], ['5\r']])(
    'refuses %j',
    (line) => expect(() => readChunkSize(line)).toThrow(AnswerSyntaxError),
  )
})

describe('checkTrailer', () => {
  it('takes what could be a header and nothing else', () => {
    expect(() => checkTrailer('x-sum: 5')).not.toThrow()
    for (const line of ['x-sum', ' x: 5', ': 5', 'x : 5', 'x: \0']) expect(() => checkTrailer(line)).toThrow()
  })
})
