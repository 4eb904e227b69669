import { expect, test } from 'vitest'
import { freeBytes } from './free-bytes.ts'
import { bodyBuffer } from './large-buffer.ts'

test.each([0, 1, 1_000_000, 4_194_304, 20_000_000])(
  'a buffer for a body of %i bytes has that length, and can be filled',
  (length) => {
    const buffer = bodyBuffer(length)
    expect(buffer.length).toBe(length)
    buffer.fill(7)
    expect(buffer.every((byte) => byte === 7)).toBe(true)
  },
)

test('a large buffer returns its memory when it is freed', () => {
  const before = process.memoryUsage.rss()
  for (let i = 0; i < 40; i++) freeBytes(bodyBuffer(30_000_000).fill(1))
  expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000)
})
