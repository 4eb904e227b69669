import { expect, test } from 'vitest'
import { rateSubject } from './rate-limit.ts'

const deps = {
  config: { requestsPerMinute: 7 },
  clock: { now: () => 0 },
  rateLimiter: { take: () => Promise.reject(), peek: () => Promise.reject() },
}
const idOf = (address: string | undefined) => rateSubject(deps, undefined, address).id

test('a key is counted by its id with its own limit, from every address', () => {
  const caller = {
    keyId: 'k1',
    accountId: 'a',
    accountName: 'a',
    plan: 'free',
    requestsPerMinute: 3,
    limits: null,
    mode: null,
  } as const
  expect(rateSubject(deps, caller, '10.0.0.1')).toEqual({ kind: 'key', id: 'k1', limit: 3 })
})

test('a request without a key is counted by its address with the default limit', () => {
  expect(rateSubject(deps, undefined, '10.0.0.1')).toEqual({ kind: 'address', id: '10.0.0.1', limit: 7 })
  expect(idOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(idOf(undefined)).toBe('unknown')
})

test('addresses of one IPv6 subscriber count together', () => {
  expect(idOf('2001:db8:1:2:3:4:5:6')).toBe(idOf('2001:db8:1:2::9'))
  expect(idOf('2001:db8::1')).toBe(idOf('2001:db8:0:0:1::'))
  expect(idOf('2001:db8:1:2::1')).not.toBe(idOf('2001:db8:1:3::1'))
  expect(idOf('::1')).not.toBe(idOf('fe80::1'))
})
