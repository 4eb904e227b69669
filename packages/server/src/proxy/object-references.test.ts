import { randomBytes } from 'node:crypto'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectDecoded, inspectReferences } from './object-references.ts'

const never = inspectReferences(async () => false)

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
  ['big-endian UTF-16', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ['UTF-32', (text: string) => Buffer.from([...text].join('\0\0\0'), 'latin1')],
])('an id is found in a body in %s, wherever the body is cut', async (_encoding, encode) => {
  const body = encode('{"input_file_id":"file-of-somebody"}')
  for (let at = 1; at < body.length; at++) {
    const inspector = inspectReferences(async (ids) => ids.includes('file-of-somebody'))
    void inspector.push(body.subarray(0, at))
    void inspector.push(body.subarray(at))
    await expect(inspector.check()).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('the longest escaped id is found, wherever the body is cut', async () => {
  const id = `memstore_${'x'.repeat(200)}`
  const escaped = [...id].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('')
  const body = Buffer.from([...`{"id":"${escaped}"}`].join('\0\0\0'), 'latin1')
  for (let at = 1; at < body.length; at += 7) {
    const inspector = inspectReferences(async (ids) => ids.includes(id))
    void inspector.push(body.subarray(0, at))
    void inspector.push(body.subarray(at))
    await expect(inspector.check()).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a compressed body is pushed at the speed at which it is decoded', async () => {
  const inspector = inspectDecoded(() => createGunzip(), never, { maxBytes: 10_000_000 })
  const body = gzipSync(Buffer.from(randomBytes(1_500_000).toString('hex')))
  let waits = 0
  for (let at = 0; at < body.length; at += 65_536) {
    const isReady = inspector.push(body.subarray(at, at + 65_536))
    if (isReady) waits++
    await isReady
  }
  await inspector.check()
  expect(waits).toBeGreaterThan(5)
})

test('a compressed body that decodes to too many bytes is refused before its end', async () => {
  const inspector = inspectDecoded(() => createGunzip(), never, { maxBytes: 100_000 })
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const pushed = (async () => {
    for (let at = 0; at < bomb.length; at += 16_384) await inspector.push(bomb.subarray(at, at + 16_384))
    await inspector.check()
  })()
  await expect(pushed).rejects.toMatchObject({ code: 'body_too_large' })
})

test('destroying an inspector ends its decoder, and later pushes and checks fail', async () => {
  const decoder = createGunzip()
  const isForeign = inspectReferences(async () => true)
  const inspector = inspectDecoded(() => decoder, isForeign, { maxBytes: 1000 })
  const body = gzipSync('{"f":"file-of-somebody"}')
  void inspector.push(body)
  inspector.destroy()
  expect(decoder.destroyed).toBe(true)
  expect(() => inspector.push(body)).toThrow(/abandoned/)
  await expect(inspector.check()).rejects.toThrow(/abandoned/)
})

test('a body with more ids than can be checked is refused, and repeated ids count once', async () => {
  const naming = (count: number) =>
    Buffer.from(Array.from({ length: count }, (_, id) => `file-${100_000 + id} `).join(''))
  const inspector = inspectReferences(async () => false)
  for (const body of [naming(20_000), naming(20_000)]) void inspector.push(body)
  await inspector.check()
  expect(() => inspector.push(naming(20_001))).toThrow(/more than 20000 objects. Split it/)
})
