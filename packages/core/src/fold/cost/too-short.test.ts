import { expect, it } from 'vitest'
import type { Caching } from '../../caching.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { measure, total } from './billed-request.fixture.ts'

const FORMAT = 'openai-chat'
const CACHED: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

/** A talk of five turns. In the last ones a tool prints the same rows twice. */
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
  return { came: total(measure(conversation.body.toString())), sent: total(measure(splice(conversation, edits))) }
}

it('sends repeated tool output in full if the shorter request would no longer be cached', () => {
  const messages = talkWith(40)
  const free = tokensOf(messages)
  expect(free.came).toBeGreaterThan(1100)
  expect(free.sent).toBeLessThan(900)
  expect(tokensOf(messages, CACHED).sent).toBe(free.came)
})

it('shortens repeated tool output if the shorter request is still cached', () => {
  const { came, sent } = tokensOf(talkWith(160), CACHED)
  expect(sent).toBeGreaterThan(1039)
  expect(sent).toBeLessThan(0.7 * came)
})
