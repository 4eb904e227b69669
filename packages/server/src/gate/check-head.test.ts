import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { checkHead } from './check-head.ts'

function check(rawHeaders: readonly string[], { url = '/v1/health', httpVersionMinor = 1 } = {}): void {
  const headers: Record<string, string> = {}
  for (let i = 0; i < rawHeaders.length; i += 2) headers[rawHeaders[i]!.toLowerCase()] ??= rawHeaders[i + 1]!
  checkHead({ url, rawHeaders, headers, httpVersionMinor } as unknown as IncomingMessage)
}

describe('the head of a request', () => {
  test('is accepted with the headers that clients send, some of them repeated', () => {
    check(['Host', 'x', 'Authorization', 'a', 'X-Api-Key', 'b', 'anthropic-beta', '1', 'anthropic-beta', '2'])
  })

  test.each(['Authorization', 'x-api-key', 'Content-Type', 'X-SESSION-ID', 'x-service-provider-key', 'host'])(
    'is refused when %s appears twice, in any spelling of its case',
    (name) => {
      const twice = ['Host', 'x', name, '1', name.toUpperCase(), '2']
      expect(() => check(twice)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    },
  )

  test('is refused without a host, except in HTTP/1.0', () => {
    expect(() => check([])).toThrow('The Host header is missing.')
    check([], { httpVersionMinor: 0 })
  })

  test('is refused with more than 200 headers', () => {
    const many = Array.from({ length: 200 }, (_, i) => [`x${i}`, '1']).flat()
    expect(() => check(['Host', 'x', ...many])).toThrow(expect.objectContaining({ code: 'headers_too_large' }))
    check(['Host', 'x', ...many.slice(2)])
  })

  test('is refused with a transfer coding other than a single chunked, or with any in HTTP/1.0', () => {
    check(['Host', 'x', 'Transfer-Encoding', 'Chunked'])
    for (const coding of ['gzip, chunked', 'identity, chunked', 'chunked, chunked', 'gzip']) {
      expect(() => check(['Host', 'x', 'Transfer-Encoding', coding])).toThrow(/must be chunked/)
    }
    expect(() => check(['Transfer-Encoding', 'chunked'], { httpVersionMinor: 0 })).toThrow(/must be chunked/)
  })

  test('is refused for an invalid target', () => {
    expect(() => check(['Host', 'x'], { url: 'http://x/' })).toThrow(/must be a path/)
  })
})
