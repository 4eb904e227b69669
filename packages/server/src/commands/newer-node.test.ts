import { expect, test } from 'vitest'
import { isTooOld } from './newer-node.ts'

test.each([
  ['18.20.4', true],
  ['20.20.2', true],
  ['22.9.0', true],
  ['22.18.1', true],
  ['22.19.0', false],
  ['24.0.0', false],
  ['100.1.0', false],
])('Node %s is too old: %s', (version, expected) => {
  expect(isTooOld(version)).toBe(expected)
})
