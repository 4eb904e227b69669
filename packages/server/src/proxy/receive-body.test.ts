import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BodyBudget } from '../gate/body-budget.ts'
import { decoding } from '../gate/decode-body.ts'
import type { Exchange } from './exchange.ts'
import { receiveBody } from './receive-body.ts'

const UPLOAD_TIMEOUT_MS = 100
const MAX_BYTES = 1024 * 1024

/** Begins to receive a body in gzip coding, of which nothing has arrived yet. */
function beginUpload(length: number) {
  const upload = new PassThrough()
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': String(length) }
  const request = Object.assign(upload, { headers, complete: false })
  const exchange = { request: request as unknown as IncomingMessage, uploadMs: 0, copiedBytes: 0 } as Exchange
  const bodyBudget = new BodyBudget({ maxBytes: MAX_BYTES, maxBytesPerAccount: MAX_BYTES })
  const limits = { maxBodyBytes: MAX_BYTES, uploadTimeoutMs: UPLOAD_TIMEOUT_MS }
  return { exchange, upload, body: receiveBody(exchange, { limits, bodyBudget }) }
}

test('the upload time ends with the last byte, before the body is decoded', async () => {
  let finish = () => {}
  const held = decoding.run('', () => new Promise<void>((resolve) => (finish = resolve)))
  const encoded = gzipSync('{"model":"m"}')
  const { exchange, upload, body } = beginUpload(encoded.length)
  upload.end(encoded)
  await expect.poll(() => exchange.uploadMs).toBeGreaterThan(0)
  const { uploadMs } = exchange
  finish()
  expect(String(await body)).toBe('{"model":"m"}')
  await held
  expect(exchange.uploadMs).toBe(uploadMs)
})

test('the time of an upload that fails is noted too', async () => {
  const { exchange, body } = beginUpload(100)
  await expect(body).rejects.toMatchObject({ code: 'upload_timeout' })
  expect(exchange.uploadMs).toBeGreaterThan(0.9 * UPLOAD_TIMEOUT_MS)
})
