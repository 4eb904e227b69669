import { Agent, run, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { check, key, resultOf, TOOL_DESCRIPTION, TOOL_NAME, TOOL_SCHEMA, turns, url } from './room.js'

setTracingDisabled(true)
setDefaultOpenAIClient(new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }))
setOpenAIAPI(process.argv[2] === 'chat' ? 'chat_completions' : 'responses')

const agent = new Agent({
  name: 'Planner',
  instructions: 'You plan a move.',
  model: 'gpt-5.5',
  modelSettings: { store: false, providerData: { include: ['reasoning.encrypted_content'] } },
  tools: [
    tool({
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      parameters: TOOL_SCHEMA,
      strict: false,
      execute: async (input) => resultOf(input),
    }),
  ],
})
let history = []

for (const turn of turns) {
  history.push({ role: 'user', content: turn.question })
  const result =
    turn.number % 2 === 0 ? await run(agent, history, { stream: true }) : await run(agent, history)
  if (turn.number % 2 === 0) await result.completed
  check(turn, result.finalOutput)
  history = result.history
}
