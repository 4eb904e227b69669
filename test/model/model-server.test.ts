import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import type { LanguageModel } from './language-model.ts'
import { type ModelServer, startModelServer } from './model-server.ts'

/** A model whose tokens are words. Its answer is always the same, and ends with the length of its prompt. */
const ECHO: LanguageModel = {
  windowTokens: 60,
  tokensOf: (prompt) => prompt.split(/\s+/).map((_, i) => i),
  async *continue(prompt, most) {
    const words = [' the', ' door', ' code', ' is', ' 4821', ` (${prompt.length} words)`]
    yield* words.slice(0, most)
  },
  close: async () => undefined,
}

let provider: ModelServer
let pleat: Pleat
let client: OpenAI

beforeAll(async () => {
  provider = await startModelServer(ECHO)
  pleat = await startPleat({ providerUrl: provider.url })
  client = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0 })
})
afterAll(async () => {
  await pleat.close()
  await provider.close()
})

const body = (words: number, most = 20) => ({
  model: 'echo',
  max_tokens: most,
  messages: [{ role: 'user' as const, content: 'word '.repeat(words).trim() }],
})

describe('the provider of a model', () => {
  it('answers without streaming, with its token usage', async () => {
    const answer = await client.chat.completions.create(body(10))
    expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } })
    expect(answer.choices[0]?.message.content).toMatch(/^the door code is 4821 \(\d+ words\)$/)
    expect(answer.usage?.completion_tokens).toBe(6)
    expect(answer.usage?.prompt_tokens).toBeGreaterThan(10)
  })

  it('streams an answer with the same words', async () => {
    const whole = await client.chat.completions.create(body(10))
    const stream = await client.chat.completions.create({
      ...body(10),
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let usage: unknown
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      usage = chunk.usage ?? usage
    }
    expect(text).toBe(whole.choices[0]?.message.content)
    expect(usage).toEqual(whole.usage)
  })

  it('reports that an answer was cut off', async () => {
    const answer = await client.chat.completions.create(body(10, 3))
    expect(answer.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'the door code' } })
  })

  it('refuses a prompt beyond its window as OpenAI does', async () => {
    const error = await client.chat.completions.create(body(60)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ code: 'context_length_exceeded', param: 'messages', type: 'invalid_request_error' })
  })

  it('refuses requests that it does not understand', async () => {
    const messages = [{ role: 'tool' as const, content: 'x', tool_call_id: 'y' }]
    await expect(client.chat.completions.create({ ...body(1), messages })).rejects.toMatchObject({
      status: 400,
      param: 'messages[0].role',
    })
    await expect(client.chat.completions.create({ ...body(1), max_tokens: 0 })).rejects.toMatchObject({ status: 400 })
  })
})
