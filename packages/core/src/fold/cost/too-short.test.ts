import { expect, it } from 'vitest'
import type { Caching } from '../../caching.ts'
import type { WireFormat } from '../../conversation.ts'
import { createMessageMemo } from '../../wire/message-memo.ts'
import { readRequest } from '../../wire/read-request.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, sha256, transcript, type WireMessage } from '../talk.fixture.ts'
import { measure, total } from './billed-request.fixture.ts'

const FORMAT = 'openai-chat'
const CACHED: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

/** A talk of five turns, followed by two calls of a tool that both print the same rows. */
function talkWith(rows: number): WireMessage[] {
  const listing = Array.from({ length: rows }, (_, row) => `/srv/orchard/item-${row}-of-the-list.json: ok`).join('\n')
  const messages: WireMessage[] = []
  for (let turn = 1; turn <= 5; turn++) {
    messages.push({ role: 'user', content: `Question ${turn}?` }, { role: 'assistant', content: `Answer ${turn}.` })
  }
  for (const id of ['first', 'second']) {
    const call = { id, type: 'function', function: { name: 'list', arguments: '{"path":"/srv"}' } }
    messages.push(
      { role: 'user', content: 'List it.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: listing },
      { role: 'assistant', content: 'Done.' },
    )
  }
  return messages.slice(0, -1)
}

/** Tokens of a request, original and folded. */
function tokensOf(messages: readonly WireMessage[], caching?: Caching) {
  const conversation = conversationOf(FORMAT, messages)
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens, caching })
  const sent = total(measure(splice(conversation, edits)))
  return { original: total(measure(conversation.body.toString())), sent }
}

it('sends repeated tool output in full if the shorter request would no longer be cached', () => {
  const messages = talkWith(40)
  const free = tokensOf(messages)
  expect(free.original).toBeGreaterThan(1100)
  expect(free.sent).toBeLessThan(900)
  expect(tokensOf(messages, CACHED).sent).toBe(free.original)
})

it('shortens repeated tool output if the shorter request is still cached', () => {
  const { original, sent } = tokensOf(talkWith(160), CACHED)
  expect(sent).toBeGreaterThan(1039)
  expect(sent).toBeLessThan(0.7 * original)
})

it('counts tool schemas as fewer tokens than their JSON has where the provider renders them compactly', () => {
  const properties = { path: { type: 'string', description: 'The path of the directory to be listed.' } }
  const parameters = { type: 'object', properties, required: ['path'], additionalProperties: false }
  const tools = Array.from({ length: 8 }, (_, i) => ({ type: 'function', function: { name: `list_${i}`, parameters } }))
  const bodyOf = (content: object) =>
    JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }], ...content })
  const pinnedIn = (body: string, format: WireFormat): number => {
    const read = readRequest(body, format, { hash: sha256, memo: createMessageMemo(1000) })
    if (read.kind !== 'conversation') throw new Error(`not a conversation: ${read.kind}`)
    return transcript(read.conversation).pinnedTokens
  }
  const json = JSON.stringify(tools)
  expect(pinnedIn(bodyOf({ tools }), 'openai-chat')).toBeCloseTo((0.6 * json.length) / 4)
  expect(pinnedIn(bodyOf({ tools, max_tokens: 9 }), 'anthropic-messages')).toBeCloseTo(json.length / 4)
  const instructions = 'Answer briefly.'.repeat(9)
  const input = JSON.stringify({ model: 'gpt-4o', input: [{ role: 'user', content: 'Hi' }], instructions })
  expect(pinnedIn(input, 'openai-responses')).toBeCloseTo((instructions.length + 2) / 4)
})
