import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { BodyBudget } from '../gate/body-budget.ts'
import { decoding } from '../gate/decode-body.ts'
import { ModelInForm, ModelInJson } from '../gate/model-finder.ts'
import type { Exchange } from './exchange.ts'
import { findModel } from './find-model.ts'

const MAX_BYTES = 32 * 1024 * 1024

afterEach(() => void vi.restoreAllMocks())

/** The model of a compressed request with this body. */
function modelOf(
  text: string,
  { contentType = 'application/json', accountId = 'account' } = {},
): Promise<string | undefined> {
  const body = gzipSync(text)
  const headers = {
    'content-type': contentType,
    'content-encoding': 'gzip',
    'content-length': String(body.length),
  }
  const request = Object.assign(Readable.from([body]), {
    headers,
    method: 'POST',
    url: '/v1/embeddings',
    complete: true,
  })
  const exchange = { request: request as unknown as IncomingMessage, caller: { accountId }, uploadMs: 0 } as Exchange
  const bodyBudget = new BodyBudget({ maxBytes: 4 * MAX_BYTES, maxBytesPerAccount: 4 * MAX_BYTES })
  return findModel({ bodyBudget, limits: { maxBodyBytes: MAX_BYTES, stalledUploadMs: 60_000 } }, exchange)
}

test.each([
  ['application/json', ModelInJson, JSON.stringify({ input: 'x'.repeat(2_000_000), model: 'm' })],
  [
    'multipart/form-data; boundary=b',
    ModelInForm,
    `--b\r\n\r\n${'x'.repeat(2_000_000)}\r\n--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n--b--\r\n`,
  ],
])('a decoded body of type %s is searched in short steps', async (contentType, finder, text) => {
  const look = vi.spyOn(finder.prototype, 'look')
  expect(await modelOf(text, { contentType })).toBe('m')
  expect(Math.max(...look.mock.calls.map(([chunk]) => chunk.length))).toBeLessThanOrEqual(64 * 1024)
})

test('compressed bodies of one account are decoded one after the other, and delay no other account', async () => {
  let finish = () => {}
  const held = decoding.run('busy', () => new Promise<void>((resolve) => (finish = resolve)))
  const found: string[] = []
  const waiting = modelOf('{"model":"waits"}', { accountId: 'busy' }).then((model) => found.push(model!))
  for (const model of ['a', 'b']) found.push((await modelOf(`{"model":"${model}"}`, { accountId: 'other' }))!)
  finish()
  await Promise.all([held, waiting])
  expect(found).toEqual(['a', 'b', 'waits'])
})

test('the time of an upload that fails is noted', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '100' }
  const request = Object.assign(new PassThrough(), { headers, method: 'POST', url: '/v1/embeddings', complete: false })
  const exchange = { request: request as unknown as IncomingMessage, uploadMs: 0 } as Exchange
  const bodyBudget = new BodyBudget({ maxBytes: MAX_BYTES, maxBytesPerAccount: MAX_BYTES })
  const found = findModel({ bodyBudget, limits: { maxBodyBytes: MAX_BYTES, stalledUploadMs: 100 } }, exchange)
  await expect(found).rejects.toMatchObject({ code: 'upload_timeout' })
  expect(exchange.uploadMs).toBeGreaterThan(90)
})
