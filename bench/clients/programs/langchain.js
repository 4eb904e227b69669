import { HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI } from '@langchain/openai'
import { check, key, resultOf, TOOL_DESCRIPTION, TOOL_NAME, TOOL_SCHEMA, turns, url } from './room.js'

const useResponsesApi = process.argv[2] === 'responses'
const depot = tool(async (input) => resultOf(input), {
  name: TOOL_NAME,
  description: TOOL_DESCRIPTION,
  schema: TOOL_SCHEMA,
})
const model = new ChatOpenAI({
  model: 'gpt-5.5',
  apiKey: key,
  configuration: { baseURL: `${url}/v1` },
  maxRetries: 0,
  useResponsesApi,
  ...(useResponsesApi && { zdrEnabled: true }),
}).bindTools([depot])
const messages = [new SystemMessage('You plan a move.')]

async function ask(isStreamed) {
  if (!isStreamed) return await model.invoke(messages)
  let whole
  for await (const chunk of await model.stream(messages)) whole = whole === undefined ? chunk : whole.concat(chunk)
  return whole
}

for (const turn of turns) {
  messages.push(new HumanMessage(turn.question))
  for (;;) {
    const answer = await ask(turn.number % 2 === 0)
    messages.push(answer)
    if (!answer.tool_calls?.length) {
      check(turn, answer.text)
      break
    }
    for (const call of answer.tool_calls) {
      messages.push(new ToolMessage({ content: resultOf(call.args), tool_call_id: call.id }))
    }
  }
}
