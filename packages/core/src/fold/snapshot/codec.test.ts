import { expect, test } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { ascii } from './codec.ts'
import type { TextReader } from './text-reader.ts'
import type { TextWriter } from './text-writer.ts'

test('a list of hashes is read back at any length', () => {
  const hashes = 'a0-F'.repeat(100_000)
  const bytes = new ByteWriter()
  ascii.write({ bytes, texts: {} as TextWriter }, hashes)
  expect(ascii.read({ bytes: new ByteReader(bytes.toBytes()), texts: {} as TextReader }) === hashes).toBe(true)
})
