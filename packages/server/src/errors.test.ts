import { describe, expect, test } from 'vitest'
import { errorBody, errorHeaders, ServiceError, toServiceError } from './errors.ts'
import { StoreUnavailable } from './store-unavailable.ts'

describe('the body of an error', () => {
  const error = new ServiceError('invalid_request', { message: 'Wrong.', parameter: 'messages' })

  test('has the shape of each API', () => {
    expect(JSON.parse(errorBody('openai', error, 'req_1'))).toEqual({
      error: { message: 'Wrong.', type: 'invalid_request_error', param: 'messages', code: 'invalid_request' },
    })
    expect(JSON.parse(errorBody('anthropic', error, 'req_1'))).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Wrong.' },
      request_id: 'req_1',
    })
    expect(JSON.parse(errorBody('plain', error, 'req_1'))).toEqual({
      error: { message: 'Wrong.', type: 'invalid_request_error', param: 'messages', code: 'invalid_request' },
    })
    expect(JSON.parse(errorBody('plain', new ServiceError('unknown_path'), 'req_1'))).toEqual({
      error: { message: 'Unknown request URL.', type: 'invalid_request_error', code: 'unknown_path' },
    })
  })

  test('may be replaced by the error’s own body', () => {
    const error = new ServiceError('payment_required', { body: { ok: false, error: 'Pay.' } })
    expect(errorBody('plain', error, 'req_1')).toBe('{"ok":false,"error":"Pay."}')
  })
})

describe('the headers of an error', () => {
  test('name the request as the family does', () => {
    const error = new ServiceError('unknown_path')
    expect(errorHeaders('anthropic', error, 'req_1')).toEqual(expect.arrayContaining(['request-id', 'req_1']))
    expect(errorHeaders('openai', error, 'req_1')).toEqual(expect.arrayContaining(['x-request-id', 'req_1']))
  })

  test('advise against a retry exactly where it would fail again', () => {
    for (const code of [
      'unauthorized',
      'invalid_json',
      'unknown_path',
      'body_too_large',
      'credential_missing',
    ] as const)
      expect(errorHeaders('openai', new ServiceError(code), 'r')).toContain('x-should-retry')
    for (const code of ['rate_limited', 'upload_timeout', 'internal', 'upstream_unreachable', 'shutting_down'] as const)
      expect(errorHeaders('openai', new ServiceError(code), 'r')).not.toContain('x-should-retry')
  })
})

test('an unknown error becomes a 500 without its message', () => {
  const error = toServiceError(new TypeError('secret detail'))
  expect(error.status).toBe(500)
  expect(errorBody('openai', error, 'r')).not.toContain('secret')
  expect(toServiceError(error)).toBe(error)
})

test('an unavailable store becomes a 503 that may be retried', () => {
  const error = toServiceError(new StoreUnavailable('database or disk is full (SQLITE_FULL)'))
  expect([error.status, error.code]).toEqual([503, 'storage_unavailable'])
  expect(errorBody('openai', error, 'r')).not.toContain('SQLITE')
  expect(errorHeaders('openai', error, 'r')).not.toContain('x-should-retry')
})
