import { expect, test } from 'vitest'
import { CostlyBodies } from './costly-bodies.ts'

const body = { accountId: 'a', affinity: 's', bytes: 1000 }

test('bodies like one that ended a thread are costly; shorter ones and those of other conversations are not', () => {
  const costly = new CostlyBodies(() => 0)
  costly.add(body)
  expect(costly.includes({ ...body, bytes: 1200 })).toBe(true)
  expect(costly.includes({ ...body, bytes: 400 })).toBe(false)
  expect(costly.includes({ ...body, affinity: 't' })).toBe(false)
  expect(costly.includes({ ...body, accountId: 'b' })).toBe(false)
})

test('two similar bodies that ended a thread block all conversations of their account', () => {
  let now = 0
  const costly = new CostlyBodies(() => now)
  costly.add(body)
  now = 5 * 60_000
  costly.add({ ...body, affinity: 't', bytes: 1200 })
  const next = { ...body, affinity: 'u' }
  expect(costly.includes(next)).toBe(true)
  expect(costly.includes({ ...next, bytes: 550 })).toBe(false)
  expect(costly.includes({ ...next, accountId: 'b' })).toBe(false)
  // The first of them is older than ten minutes.
  now = 11 * 60_000
  expect(costly.includes(next)).toBe(false)
})

test('a body stops being costly after a time', () => {
  let now = 0
  const costly = new CostlyBodies(() => now)
  costly.add(body)
  now = 10 * 60_000 + 1
  expect(costly.includes(body)).toBe(false)
})

test('at most 1,000 bodies are remembered, and the oldest is forgotten first', () => {
  const costly = new CostlyBodies(() => 0)
  for (let i = 0; i <= 1000; i++) costly.add({ ...body, accountId: `a${i}` })
  expect(costly.includes({ ...body, accountId: 'a0' })).toBe(false)
  expect(costly.includes({ ...body, accountId: 'a1000' })).toBe(true)
})
