import Anthropic from '@anthropic-ai/sdk'
import { check, key, resultOf, TOOL_DESCRIPTION, TOOL_NAME, TOOL_SCHEMA, turns, url } from './room.js'

const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 })
const tools = [{ name: TOOL_NAME, description: TOOL_DESCRIPTION, input_schema: TOOL_SCHEMA }]
const messages = []

async function ask(isStreamed) {
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const body = { model: 'claude-sonnet-4-5', max_tokens: 4096, thinking, system: 'You plan a move.', messages, tools }
  return isStreamed ? await client.messages.stream(body).finalMessage() : await client.messages.create(body)
}

for (const turn of turns) {
  messages.push({ role: 'user', content: turn.question })
  for (;;) {
    const { content } = await ask(turn.number % 2 === 0)
    messages.push({ role: 'assistant', content })
    const calls = content.filter(({ type }) => type === 'tool_use')
    if (calls.length === 0) {
      check(turn, content.map(({ text = '' }) => text).join(''))
      break
    }
    const results = calls.map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: resultOf(input) }))
    messages.push({ role: 'user', content: results })
  }
}
