import { describe, expect, test } from 'vitest'
import { forwardedHeaders, headerValue, returnedHeaders } from './headers.ts'

const NOTHING: ReadonlySet<string> = new Set()

describe('forwarded headers', () => {
  test('keep spelling, order and repetition', () => {
    const headers = ['X-B', '1', 'x-a', '2', 'X-B', '3']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(headers)
  })

  test('omit headers named by Connection, in any spelling', () => {
    const headers = ['CONNECTION', 'Keep-Alive, X-Hop', 'x-hop', '1', 'Keep-Alive', 'timeout=5', 'x-stays', '2']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(['x-stays', '2'])
  })

  test('omit headers named by any of several Connection headers', () => {
    const headers = ['Connection', 'keep-alive', 'connection', 'x-secret', 'X-Secret', '1', 'X_Secret', '2', 'x-a', '3']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(['x-a', '3'])
  })

  test.each([
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-HTTP-Method',
    'X-HTTP-Method-Override',
    'X-Method-Override',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'Proxy-Authorization',
    'Proxy-Connection',
    'HTTP2-Settings',
    'Api-Key',
    'Transfer-Encoding',
    'Content-Length',
    'X-Service-Provider-Key',
    'Authorization',
    'X-Api-Key',
  ])('omit %s, with hyphens and with underscores', (name) => {
    const headers = [name, '1', name.replaceAll('-', '_').toUpperCase(), '2', 'anthropic-version', '3']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(['anthropic-version', '3'])
  })

  test('keep the client’s ids of a conversation', () => {
    const headers = ['session_id', '1', 'thread-id', '2']
    expect(forwardedHeaders(headers, NOTHING)).toEqual(headers)
  })

  test('omit the headers in `dropped`', () => {
    expect(forwardedHeaders(['X-Org', '1', 'x-b', '2'], new Set(['x-org']))).toEqual(['x-b', '2'])
  })

  test('are filtered the same in a second request with the same names', () => {
    for (let i = 0; i < 2; i++) expect(forwardedHeaders(['Cookie', 'a', 'X-Ok', 'b'], NOTHING)).toEqual(['X-Ok', 'b'])
  })
})

describe('returned headers', () => {
  test('keep length, type and encoding unchanged', () => {
    const headers = ['Content-Type', 'text/event-stream', 'Content-Encoding', 'gzip', 'Content-Length', '5']
    expect(returnedHeaders(headers, NOTHING)).toEqual(headers)
  })

  test('omit the exact names of this server’s limits and keep longer names', () => {
    const headers = ['X-RateLimit-Limit', '1', 'x-ratelimit-limit-requests', '2', 'Proxy-Authenticate', 'x']
    expect(returnedHeaders(headers, NOTHING)).toEqual(['x-ratelimit-limit-requests', '2'])
  })
})

test('a provider cannot set headers of this server, cookies or framing, with hyphens or with underscores', () => {
  const names = [
    'X-Service-Saved-Tokens',
    'x_service_session_id',
    'X_RateLimit_Limit',
    'Set-Cookie',
    'Transfer_Encoding',
  ]
  expect(
    returnedHeaders(
      names.flatMap((name) => [name, '1']),
      NOTHING,
    ),
  ).toEqual([])
})

test('a header is found in any case', () => {
  expect(headerValue(['Content-Type', 'a', 'content-type', 'b'], 'content-type')).toBe('a')
  expect(headerValue([], 'content-type')).toBeUndefined()
})
