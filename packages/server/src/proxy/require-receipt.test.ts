import { expect, test } from 'vitest'
import type { OpaqueFacts } from '../compression/compression-port.ts'
import type { Caller } from '../gate/key-port.ts'
import { requireReceipt } from './require-receipt.ts'

const LIMITED = { limits: { spending: { microCents: 1, period: 'day' }, allowsUnpriced: false } } as unknown as Caller
const UNREAD: OpaqueFacts = { kind: 'opaque', reason: 'deadline', model: '' }
const refuses = async (body: string) => {
  const checked = requireReceipt(LIMITED, UNREAD, Buffer.from(body))
  return checked.then(
    () => false,
    (error: { code: string }) => error.code === 'price_unknown',
  )
}

test('a body that could not be read is refused if it may ask for a background response', async () => {
  expect(await refuses('{"input":"Hello","background":true}')).toBe(true)
  expect(await refuses('{"input":"Hello","\\u0062ackgr\\u006Fun\\u0064":true}')).toBe(true)
})

test('a body that could not be read is not refused for other text with escapes', async () => {
  expect(await refuses('{"input":"Caf\\u00e9 in the background"}')).toBe(false)
})

test('the field is found between any two parts of a long body', async () => {
  const name = `"${[...'background'].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')}"`
  for (let before = 256 * 1024 - name.length; before <= 256 * 1024; before++) {
    expect(await refuses(' '.repeat(before) + name)).toBe(true)
  }
})
