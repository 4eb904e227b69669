import OpenAI from 'openai'
import { check, key, resultOf, TOOL_DESCRIPTION, TOOL_NAME, TOOL_SCHEMA, turns, url } from './room.js'

const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
const tools = [
  { type: 'function', name: TOOL_NAME, description: TOOL_DESCRIPTION, parameters: TOOL_SCHEMA, strict: true },
]
const input = []

async function ask(isStreamed) {
  const body = { model: 'gpt-5.5', store: false, include: ['reasoning.encrypted_content'], input, tools }
  return isStreamed ? await client.responses.stream(body).finalResponse() : await client.responses.create(body)
}

for (const turn of turns) {
  input.push({ role: 'user', content: turn.question })
  for (;;) {
    const response = await ask(turn.number % 2 === 0)
    const calls = response.output.filter(({ type }) => type === 'function_call')
    // The stream helper adds parsed values, which the API refuses as input.
    input.push(...response.output.map(({ parsed_arguments: _parsed, ...item }) => item).map(withoutParsed))
    if (calls.length === 0) {
      check(turn, response.output_text)
      break
    }
    for (const call of calls) {
      const output = resultOf(JSON.parse(call.arguments))
      input.push({ type: 'function_call_output', call_id: call.call_id, output })
    }
  }
}

function withoutParsed(item) {
  if (!Array.isArray(item.content)) return item
  return { ...item, content: item.content.map(({ parsed: _parsed, ...part }) => part) }
}
