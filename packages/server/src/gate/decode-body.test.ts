import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { type BodyEncoding, decodeBody, encodingOfBody } from './decode-body.ts'

const TEXT = Buffer.from('{"messages":["é漢"]}'.repeat(50))
const limit = { maxBytes: 2000, tooLarge: () => new ServiceError('body_too_large') }
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

  test('is refused when it is cut off', async () => {
    const cut = encode(TEXT).subarray(0, 10)
    await expect(decodeBody(cut, encoding, limit)).rejects.toMatchObject({ code: 'invalid_request' })
  })
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
