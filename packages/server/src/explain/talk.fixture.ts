import type { WireFormat } from '@pleat/core'
import type { TranscriptRequest } from './read-transcript.ts'

const WORDS = 'harbour invoice ledger turbine orchard lantern passport compiler violin glacier'.split(' ')

/** A made-up request at turn `turns`, with tool output in every fourth turn. */
export function talkRequest(format: WireFormat, turns: number): TranscriptRequest {
  const messages: object[] = format === 'openai-chat' ? [{ role: 'system', content: 'Be brief.' }] : []
  for (let turn = 1; turn < turns; turn++) {
    const word = WORDS[turn % WORDS.length]!
    messages.push({ role: 'user', content: `Please note that the ${word} number ${turn * 137} was sold on Monday.` })
    if (turn % 4 === 0) messages.push(...toolStep(format, turn))
    messages.push({
      role: 'assistant',
      content: `I have noted ${word} ${turn * 137}, as you said. Anything else, perhaps?`,
    })
  }
  messages.push({ role: 'user', content: 'Which number did the turbine have that I told you about earlier?' })
  const top =
    format === 'openai-chat' ? { model: 'gpt-4o' } : { model: 'claude-sonnet-4-5', max_tokens: 9, system: 'Be brief.' }
  return { format, body: JSON.stringify({ ...top, messages }), notes: [] }
}

function toolStep(format: WireFormat, turn: number): object[] {
  const id = `call_${turn}`
  const output = Array.from({ length: 20 }, (_, row) => `/srv/sales/${turn}/row-${row}.json: sold`).join('\n')
  if (format === 'openai-chat') {
    const call = { id, type: 'function', function: { name: 'list', arguments: '{"path":"/srv"}' } }
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: output },
    ]
  }
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'list', input: { path: '/srv' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
  ]
}
