import { expect, test } from 'vitest'
import { unreadModel } from './unread-model.ts'

test('the model of a body of several megabytes is found behind its messages', async () => {
  const body = Buffer.from(
    JSON.stringify({ messages: [{ role: 'user', content: 'é'.repeat(2_000_000) }], model: 'local-1' }),
  )
  expect(await unreadModel(body)).toBe('local-1')
})

test('the model of a body without one is empty', async () => {
  expect(await unreadModel(Buffer.from('[1, 2]'))).toBe('')
})

test('a body that some parsers read as UTF-16 names no model', async () => {
  // The bytes of these characters are ASCII.
  const characters = Buffer.from('","model":"allowed", "y":"').toString('utf16le')
  expect(await unreadModel(Buffer.from(`{"x":"${characters}","model":"other"}`, 'utf16le'))).toBe('')
})
