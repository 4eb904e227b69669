import { randomBytes } from 'node:crypto'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectDecoded, inspectReferences } from './object-references.ts'

const never = inspectReferences(async () => false)

test('a compressed body is pushed at the speed at which it is decoded', async () => {
  const inspector = inspectDecoded(createGunzip(), never, { maxBytes: 10_000_000 })
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
  const inspector = inspectDecoded(createGunzip(), never, { maxBytes: 100_000 })
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const pushed = (async () => {
    for (let at = 0; at < bomb.length; at += 16_384) await inspector.push(bomb.subarray(at, at + 16_384))
    await inspector.check()
  })()
  await expect(pushed).rejects.toMatchObject({ code: 'body_too_large' })
})

test('a decoder ends with the upload', async () => {
  const decoder = createGunzip()
  inspectDecoded(decoder, never, { maxBytes: 1000 }).destroy()
  expect(decoder.destroyed).toBe(true)
})
