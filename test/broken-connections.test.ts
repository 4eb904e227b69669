import { setTimeout as sleep } from 'node:timers/promises'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { post } from './harness/wire.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
let openai: OpenAI
let anthropic: Anthropic
let answer: Answer

beforeAll(async () => {
  standIn = await startStandIn({ answer: () => answer })
  pleat = await startPleat({ providerUrl: standIn.url })
  openai = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0 })
  anthropic = new Anthropic({ baseURL: pleat.url, apiKey: pleat.key, maxRetries: 0 })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const LONG = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ')
const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Hello' }] }
const claude = { ...chat, model: 'claude-sonnet-5', max_tokens: 100 }

/** Resolves when `condition` is true, rejects if it is not within two seconds. */
async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (condition()) return
    await sleep(10)
  }
  throw new Error('The condition was not true within two seconds.')
}

async function textsOf(stream: AsyncIterable<unknown>, seen: unknown[]): Promise<void> {
  for await (const event of stream) seen.push(event)
}

describe('a client that disconnects', () => {
  test('in the middle of a stream ends the request to the provider, on both wires', async () => {
    answer = { text: LONG, chunkDelayMs: 20 }
    const already = standIn.requests.length
    const chatStream = await openai.chat.completions.create({ ...chat, stream: true })
    for await (const _chunk of chatStream) break
    const messageStream = anthropic.messages.stream(claude)
    for await (const _event of messageStream) break
    messageStream.abort()
    const [first, second] = standIn.requests.slice(already)
    await Promise.all([first!.hangUp, second!.hangUp])
    expect([first!.answer.isWhole, second!.answer.isWhole]).toEqual([false, false])
  })

  test('before the response ends the request to the provider', async () => {
    answer = { text: LONG, delayMs: 1500 }
    const already = standIn.requests.length
    const control = new AbortController()
    const asking = openai.chat.completions.create(chat, { signal: control.signal })
    await until(() => standIn.requests.length > already)
    control.abort()
    await expect(asking).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
    await standIn.requests[already]!.hangUp
  })
})

describe('a provider that drops the connection', () => {
  test.each([{ isGzipped: false }, { isGzipped: true }])(
    'in the middle of a stream raises an error in both SDKs, gzipped: $isGzipped',
    async ({ isGzipped }) => {
      answer = { text: LONG, breakAfterChunks: 5, isGzipped }
      const chunks: unknown[] = []
      const chatStream = await openai.chat.completions.create({ ...chat, stream: true })
      await expect(textsOf(chatStream, chunks)).rejects.toThrow()
      const events: unknown[] = []
      const messageStream = await anthropic.messages.create({ ...claude, stream: true })
      await expect(textsOf(messageStream, events)).rejects.toThrow()
      await expect(anthropic.messages.stream(claude).finalMessage()).rejects.toThrow()
    },
  )

  test('in the middle of a stream has its earlier bytes passed on unchanged', async () => {
    answer = { text: LONG, breakAfterChunks: 5 }
    const response = await post(pleat.url, 'openai', { key: pleat.key, body: { ...chat, stream: true } })
    expect([response.status, response.isWhole]).toEqual([200, false])
    expect(response.body.equals(standIn.requests.at(-1)!.answer.body)).toBe(true)
  })

  test('before the response head leads to a 502 without a second attempt', async () => {
    answer = { text: LONG, breakAfterChunks: 0 }
    const already = standIn.requests.length
    await expect(openai.chat.completions.create(chat)).rejects.toMatchObject({ status: 502 })
    await expect(anthropic.messages.create(claude)).rejects.toMatchObject({ status: 502, type: 'api_error' })
    expect(standIn.requests.length).toBe(already + 2)
  })
})

describe('a streamed response', () => {
  test('is passed on chunk by chunk, the first long before the last', async () => {
    answer = { text: LONG, chunkDelayMs: 10 }
    const stream = await openai.chat.completions.create({ ...chat, stream: true })
    const { value } = await stream[Symbol.asyncIterator]().next()
    expect(value).toBeDefined()
    expect(standIn.requests.at(-1)!.answer.isWhole).toBe(false)
    stream.controller.abort()
  })
})
