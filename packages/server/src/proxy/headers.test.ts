import { describe, expect, test } from 'vitest'
import { forwardedHeaders, headerValue, returnedHeaders } from './headers.ts'

const NOTHING: ReadonlySet<string> = new Set()

describe('forwarded headers', () => {
  test('keep spelling, order and repetition', () => {
    const headers = ['X-B', '1', 'x-a', '2', 'X-B', '3']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(headers)
  })

  test('lose what the connection header names, however it is written', () => {
    const headers = ['CONNECTION', 'Keep-Alive, X-Hop', 'x-hop', '1', 'Keep-Alive', 'timeout=5', 'x-stays', '2']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(['x-stays', '2'])
  })

  test('lose what the caller says', () => {
    expect(forwardedHeaders(['X-Org', '1', 'x-b', '2'], new Set(['x-org']))).toEqual(['x-b', '2'])
  })

  test('judge a name the same the second time', () => {
    for (let i = 0; i < 2; i++) expect(forwardedHeaders(['Cookie', 'a', 'X-Ok', 'b'], NOTHING)).toEqual(['X-Ok', 'b'])
  })
})

describe('returned headers', () => {
  test('keep length, type and encoding as they were', () => {
    const headers = ['Content-Type', 'text/event-stream', 'Content-Encoding', 'gzip', 'Content-Length', '5']
    expect(returnedHeaders(headers, NOTHING)).toEqual(headers)
  })

  test('lose the exact names of our limits and keep longer ones', () => {
    const headers = ['X-RateLimit-Limit', '1', 'x-ratelimit-limit-requests', '2', 'Proxy-Authenticate', 'x']
    expect(returnedHeaders(headers, NOTHING)).toEqual(['x-ratelimit-limit-requests', '2'])
  })
})

test('a header is found whatever its case', () => {
  expect(headerValue(['Content-Type', 'a', 'content-type', 'b'], 'content-type')).toBe('a')
  expect(headerValue([], 'content-type')).toBeUndefined()
})
