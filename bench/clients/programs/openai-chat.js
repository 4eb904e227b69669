import OpenAI from 'openai'
import { check, key, resultOf, TOOL_DESCRIPTION, TOOL_NAME, TOOL_SCHEMA, turns, url } from './room.js'

const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
const tools = [
  { type: 'function', function: { name: TOOL_NAME, description: TOOL_DESCRIPTION, parameters: TOOL_SCHEMA } },
]
const messages = [{ role: 'system', content: 'You plan a move.' }]

async function ask(isStreamed) {
  const body = { model: 'gpt-5.5', messages, tools }
  if (!isStreamed) return await client.chat.completions.create(body)
  const stream = client.chat.completions.stream({ ...body, stream_options: { include_usage: true } })
  return await stream.finalChatCompletion()
}

for (const turn of turns) {
  messages.push({ role: 'user', content: turn.question })
  for (;;) {
    const { message } = (await ask(turn.number % 2 === 0)).choices[0]
    messages.push({
      role: 'assistant',
      content: message.content,
      ...(message.tool_calls?.length && { tool_calls: message.tool_calls }),
    })
    if (!message.tool_calls?.length) {
      check(turn, message.content)
      break
    }
    for (const { id, function: called } of message.tool_calls) {
      messages.push({ role: 'tool', tool_call_id: id, content: resultOf(JSON.parse(called.arguments)) })
    }
  }
}
