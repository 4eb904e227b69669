import { expect, it } from 'vitest'
import type { TalkMessage } from './talk.ts'
import { encodeTalk, textsOf } from './wire.ts'

const MESSAGES: readonly TalkMessage[] = [
  { user: 'how warm is it' },
  {
    assistant: '',
    calls: [
      { tool: 'read', args: { zone: 'north' } },
      { tool: 'read', args: { zone: 'south' } },
    ],
  },
  { results: ['17', '23'] },
  { assistant: 'North 17, south 23.' },
]

it('encodes calls and results as tool messages of the chat completions wire', () => {
  const [system, , called, first, second] = encodeTalk({ wire: 'openai', system: 'be brief' }, MESSAGES)
  expect(system).toEqual({ role: 'system', content: 'be brief' })
  expect(called!.content).toBeNull()
  expect(called!.tool_calls!.map((call) => call.function)).toEqual([
    { name: 'read', arguments: '{"zone":"north"}' },
    { name: 'read', arguments: '{"zone":"south"}' },
  ])
  expect([first, second].map((message) => [message!.tool_call_id, message!.content])).toEqual([
    [called!.tool_calls![0]!.id, '17'],
    [called!.tool_calls![1]!.id, '23'],
  ])
})

it('encodes calls and results as blocks of the messages wire, with all results in one user message', () => {
  const encoded = encodeTalk({ wire: 'anthropic' }, MESSAGES)
  expect(encoded.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(encoded[2]!.content).toMatchObject([
    { type: 'tool_result', content: '17' },
    { type: 'tool_result', content: '23' },
  ])
})

it.each(['openai', 'anthropic'] as const)('assigns each text on the wire of %s to its speaker', (wire) => {
  const texts = encodeTalk({ wire }, MESSAGES).flatMap(textsOf)
  expect(texts.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    'user: how warm is it',
    'assistant: read {"zone":"north"}',
    'assistant: read {"zone":"south"}',
    'tool: 17',
    'tool: 23',
    'assistant: North 17, south 23.',
  ])
})
