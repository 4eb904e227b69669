import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashKey, newKey, previewKey } from './key-format.ts'

test('a key encodes all of its 256 bits', () => {
  const bytes = randomBytes(32)
  const key = newKey((size) => bytes.subarray(0, size))
  expect(key).toMatch(/^pleat_[\w-]{43}$/)
  expect(Buffer.from(key.slice('pleat_'.length), 'base64url')).toEqual(bytes)
})

test('the stored hash is the SHA-256 of the whole key', () => {
  expect(hashKey('pleat_x')).toBe(createHash('sha256').update('pleat_x').digest('hex'))
})

test('a preview is the first twelve characters', () => {
  expect(previewKey('pleat_abcdefghij')).toBe('pleat_abcdef')
})
