import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { check, key, resultOf, TOOL_DESCRIPTION, TOOL_NAME, TOOL_SCHEMA, turns, url } from './room.js'

/** `chat`: chat completions; `unstored`: Responses API without stored items; otherwise: with stored items. */
const way = process.argv[2]
const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key })
const model = way === 'chat' ? openai.chat('gpt-5.5') : openai('gpt-5.5')
const options = {
  model,
  tools: {
    [TOOL_NAME]: tool({
      description: TOOL_DESCRIPTION,
      inputSchema: jsonSchema(TOOL_SCHEMA),
      execute: async (input) => resultOf(input),
    }),
  },
  stopWhen: stepCountIs(5),
  maxRetries: 0,
  ...(way === 'unstored' && { providerOptions: { openai: { store: false } } }),
}
const messages = []

for (const turn of turns) {
  messages.push({ role: 'user', content: turn.question })
  if (turn.number % 2 === 0) {
    const result = streamText({
      ...options,
      messages,
      onError({ error }) {
        throw error
      },
    })
    let text = ''
    for await (const piece of result.textStream) text += piece
    check(turn, text)
    messages.push(...(await result.response).messages)
  } else {
    const { text, response } = await generateText({ ...options, messages })
    check(turn, text)
    messages.push(...response.messages)
  }
}
