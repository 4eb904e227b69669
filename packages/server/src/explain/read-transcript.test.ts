import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const question = { role: 'user', content: 'When?' }
const answer = { role: 'assistant', content: 'At noon.' }
const messagesOf = (body: string): unknown => (JSON.parse(body) as { messages: unknown }).messages

test('a request body is kept byte for byte', () => {
  const body = '{ "model": "gpt-4o",  "messages": [{"role":"user","content":"caf\\u00e9"}] }\n'
  expect(readTranscript(body)).toEqual({ format: 'openai-chat', body, notes: [] })
})

test.each([
  { model: 'claude-sonnet-5', messages: [question] },
  { model: 'm', system: 'Be brief.', messages: [question] },
  { model: 'm', messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't' }] }, question] },
])('the wire is recognised by a field that only one API has: %j', (request) => {
  expect(readTranscript(JSON.stringify(request)).format).toBe('anthropic-messages')
})

test('a request of the Responses API is recognised by its items', () => {
  const body = JSON.stringify({ model: 'gpt-5', input: [question] })
  expect(readTranscript(body)).toEqual({ format: 'openai-responses', body, notes: [] })
})

test('a requested wire overrides the detected one', () => {
  expect(readTranscript(JSON.stringify([question]), 'anthropic-messages').format).toBe('anthropic-messages')
})

test('the last request of a list of messages ends before the last answer', () => {
  const { body, notes, format } = readTranscript(JSON.stringify([question, answer, question, answer]))
  expect(format).toBe('openai-chat')
  expect(messagesOf(body)).toEqual([question, answer, question])
  expect(notes).toHaveLength(2)
})

test('a system message before messages with blocks becomes the field system', () => {
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] }
  const { body } = readTranscript(JSON.stringify([{ role: 'system', content: 'Be brief.' }, question, answer, result]))
  expect(JSON.parse(body)).toMatchObject({ system: 'Be brief.', messages: [question, answer, result] })
})

test('lines may be messages, requests, or a transcript that is still being written', () => {
  const lines = [question, answer, question].map((message) => JSON.stringify(message)).join('\n')
  expect(messagesOf(readTranscript(lines).body)).toHaveLength(3)
  const requests = [1, 2].map((count) => JSON.stringify({ model: `m${count}`, messages: [question] })).join('\n')
  expect(JSON.parse(readTranscript(requests).body)).toMatchObject({ model: 'm2' })
  const items = [1, 2].map((count) => JSON.stringify({ model: `m${count}`, input: [question] }))
  expect(readTranscript(items.join('\n'))).toEqual({ format: 'openai-responses', body: items[1], notes: [] })
  const record = { type: 'user', uuid: 'u', parentUuid: null, message: question }
  const { format, notes } = readTranscript(`${JSON.stringify(record)}\n{"type":"assis`)
  expect(format).toBe('anthropic-messages')
  expect(notes[0]).toContain('does not contain instructions and tools')
})

test.each(['', 'not json: a secret', '[]', '[1]', '{"a":"secret"}', JSON.stringify([answer])])(
  'other input is refused and not quoted: %s',
  (text) => {
    expect(() => readTranscript(text)).toThrow(/^the input (?:is|contains|must be)[^{]*$/)
    expect(() => readTranscript(text)).not.toThrow(/secret/)
  },
)
