import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { BodyBudget } from './body-budget.ts'
import { type BodyEncoding, decodeBody, encodingOfBody } from './decode-body.ts'

const TEXT = Buffer.from('{"messages":["é漢"]}'.repeat(50))
const lease = () => new BodyBudget({ maxBytes: 1e6, maxBytesPerAccount: 1e6 }).open('a')
const limit = { lease: lease(), maxBytes: 2000, tooLarge: () => new ServiceError('body_too_large') }
const ENCODERS: readonly [Exclude<BodyEncoding, 'identity'>, (bytes: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
]

describe.each(ENCODERS)('%s', (encoding, encode) => {
  test('is decoded', async () => {
    expect((await decodeBody(encode(TEXT), encoding, limit)).equals(TEXT)).toBe(true)
  })

  test('is never decoded beyond the limit', async () => {
    const bomb = encode(Buffer.alloc(100_000))
    await expect(decodeBody(bomb, encoding, limit)).rejects.toMatchObject({ code: 'body_too_large' })
  })

  test('is not decoded beyond its lease', async () => {
    const budget = new BodyBudget({ maxBytes: 100_000, maxBytesPerAccount: 100_000 })
    const bomb = encode(Buffer.alloc(1_000_000))
    const large = { ...limit, maxBytes: 2_000_000, lease: budget.open('a') }
    await expect(decodeBody(bomb, encoding, large)).rejects.toMatchObject({ code: 'busy' })
    expect(budget.held).toBeLessThanOrEqual(100_000)
  })

  test('is refused with trailing bytes', async () => {
    for (const more of [Buffer.from('more'), encode(TEXT)]) {
      const twice = Buffer.concat([encode(TEXT), more])
      await expect(decodeBody(twice, encoding, limit)).rejects.toThrow(/has bytes after its end/)
    }
  })

  test('is refused when it is cut off', async () => {
    const cut = encode(TEXT).subarray(0, 10)
    await expect(decodeBody(cut, encoding, limit)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

test('a zstd frame may not ask for a window above 8 MB', async () => {
  const frame = (windowLog: number) =>
    zstdCompressSync(Buffer.alloc(20_000_000), { params: { [constants.ZSTD_c_windowLog]: windowLog } })
  await expect(decodeBody(frame(24), 'zstd', limit)).rejects.toThrow(/window of more than 8 MB/)
  await expect(decodeBody(frame(23), 'zstd', limit)).rejects.toMatchObject({ code: 'body_too_large' })
})

test('the coding is read from its header', () => {
  expect([undefined, '', 'identity', ' GZIP ', 'x-gzip', 'br'].map(encodingOfBody)).toEqual([
    'identity',
    'identity',
    'identity',
    'gzip',
    'gzip',
    'br',
  ])
  expect(() => encodingOfBody('gzip, br')).toThrow(ServiceError)
})
