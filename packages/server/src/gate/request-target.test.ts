import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forwardedTarget, readTarget, shownPath } from './request-target.ts'

const forwarded = (url: string) => forwardedTarget(readTarget(url))

describe('the target of a request', () => {
  test.each([
    ['http://evil.example/v1/models'],
    ['HTTP://evil.example/v1/models'],
    ['//evil.example/v1/models'],
    ['evil.example:443'],
    ['*'],
    [''],
    ['/v1//models'],
    ['/v1/./models'],
    ['/v1/../models'],
    ['/v1/models/..'],
    ['/v1/models/%2e%2E'],
    ['/v1/models/.%2e/files'],
    ['/v1/models/a%00b'],
    ['/v1/models/a%0d%0aX:1'],
    ['/v1/models/a%7f'],
    ['/v1/models/a%zz'],
    ['/v1/models/a%ff'],
    ['/v1/models/a%c0%ae'],
    ['/v1\\models'],
    ['/v1/models/é'],
    ['/v1/models/a b'],
    ['/v1/models/a#b'],
    ['/v1/models?a=\x01'],
    ['/v1/models?a=é'],
    ['/v1/models?a#b'],
    [`/v1/${'a'.repeat(2100)}`],
    [`/v1/models?${'a'.repeat(8200)}`],
  ])('is refused as %j', (url) => {
    expect(() => readTarget(url)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  test.each([
    ['/', { path: '/', query: '' }],
    ['/v1/models/', { path: '/v1/models/', query: '' }],
    ['/v1/messages?beta=true&x=%20', { path: '/v1/messages', query: '?beta=true&x=%20' }],
    ['/v1/files?', { path: '/v1/files', query: '?' }],
    ['/admin/v1/accounts/Caf%C3%A9%20%26%20Co', { path: '/admin/v1/accounts/Caf%C3%A9%20%26%20Co', query: '' }],
  ])('is split into path and query: %j', (url, target) => {
    expect(readTarget(url)).toEqual(target)
  })
})

describe('the target at a provider', () => {
  test.each([
    ['/v1/messages?beta=true', '/v1/messages?beta=true'],
    ['/v1/models/gpt-4o.1', '/v1/models/gpt-4o.1'],
    ['/v1/models/ft:gpt-4o:org::id', '/v1/models/ft:gpt-4o:org::id'],
    ['/v1/models/ft%3Agpt-4o%3Aorg', '/v1/models/ft:gpt-4o:org'],
    ['/v1/models/@cf/meta', '/v1/models/@cf/meta'],
    ['/v1/models/org%2fmodel', '/v1/models/org%2Fmodel'],
    ['/v1/models/a+b', '/v1/models/a%2Bb'],
  ])('%s becomes %s', (url, expected) => {
    expect(forwarded(url)).toBe(expected)
  })

  test.each([
    ['/v1/%63hat/completions'],
    ['/%761/models'],
    ['/v1/models/..%2ffiles'],
    ['/v1/models/a%2f..%2f..%2fadmin'],
    ['/v1/models/%2fetc'],
    ['/v1/models/a%2f'],
    ['/v1/models/a%5c..%5cfiles'],
    ['/v1/models/%252e%252e'],
    ['/v1/models/a%3Fb'],
    ['/v1/models/a;/../files'],
    ['/v1/models/a;b'],
    ['/v1/models/a%20b'],
    ['/v1/models/%E2%80%AE'],
    ['/v1/models/'],
  ])('%s is refused', (url) => {
    expect(() => forwarded(url)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  test('has no dot segments, no empty segments and no other characters for any input', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2F',
      '/',
      '\\',
      '%5c',
      ';',
      '%00',
      'a',
      'Z',
      '%63',
      '@',
      ':',
      '%25',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 3, unit: 'binary' })), { maxLength: 8 }),
        (pieces) => {
          let target: string
          try {
            target = forwarded(`/v1/models/${pieces.join('')}`)
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_request' })
            return
          }
          const [path = ''] = target.split('?', 1)
          expect(path).toMatch(/^\/v1\/models\/(?:[A-Za-z0-9._~:@/-]|%2F|%2B)+$/)
          for (const segment of path.slice(1).split(/\/|%2F/)) expect(['', '.', '..']).not.toContain(segment)
        },
      ),
    )
  })
})

test('a path in an error message is short and printable', () => {
  expect(shownPath('/v1/nothing')).toBe('/v1/nothing')
  expect(shownPath('/\n\u2028é')).toBe('/???')
  expect(shownPath(`/${'a'.repeat(500)}`)).toHaveLength(103)
})
