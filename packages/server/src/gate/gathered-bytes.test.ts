import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatheredBytes } from './gathered-bytes.ts'

function ownBuffer(bytes: Uint8Array): Buffer {
  const buffer = Buffer.allocUnsafeSlow(bytes.length)
  buffer.set(bytes)
  return buffer
}

test('chunks are joined to one buffer, with and without an announced length', () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 6 })
  fc.assert(
    fc.property(chunks, fc.constantFrom('all', 'more', 'nothing', 'too much'), (parts, promise) => {
      const all = Buffer.concat(parts)
      const promised = { all: all.length, more: all.length + 7, nothing: Number.NaN, 'too much': 2 ** 40 }[promise]
      const gathered = new GatheredBytes(promised)
      for (const part of parts) gathered.add(ownBuffer(part))
      expect(gathered.size).toBe(all.length)
      expect(gathered.take().equals(all)).toBe(true)
    }),
  )
})

test('small chunks of a body of unknown length share blocks', () => {
  const sizes = fc.array(fc.constantFrom(1, 5, 3000, 9000, 65_536, 100_000), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(sizes, (lengths) => {
      const parts = lengths.map((length, i) => Buffer.alloc(length, i + 1))
      const gathered = new GatheredBytes(Number.NaN)
      const added = parts.map((part) => ownBuffer(part))
      for (const part of added) gathered.add(part)
      expect(gathered.take().equals(Buffer.concat(parts))).toBe(true)
      const own = added.slice(1).filter(({ length }) => length > 0 && length < 8000)
      expect(own).toEqual([])
    }),
  )
})

test('a copied chunk is freed, and a chunk that is the whole body is kept', () => {
  const [first, second, only] = [
    ownBuffer(Buffer.from('ab')),
    ownBuffer(Buffer.from('cd')),
    ownBuffer(Buffer.from('xy')),
  ]
  const several = new GatheredBytes(4)
  several.add(first)
  expect(first.length).toBe(0)
  several.add(second)
  expect(second.length).toBe(0)
  const alone = new GatheredBytes(2)
  alone.add(only)
  expect(alone.take()).toBe(only)
  expect(String(only)).toBe('xy')
})
