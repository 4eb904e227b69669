import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'
import type { Script } from './stand-in/desk.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
let script: Script
/** The same client twice: through the proxy, and directly to the stand-in provider. */
let proxied: Anthropic
let direct: Anthropic

beforeAll(async () => {
  standIn = await startStandIn({ answer: (...request) => script(...request) })
  pleat = await startPleat({ providerUrl: standIn.url })
  proxied = new Anthropic({ baseURL: pleat.url, apiKey: pleat.key, maxRetries: 0 })
  direct = new Anthropic({ baseURL: standIn.url, apiKey: STAND_IN_KEYS.anthropic, maxRetries: 0 })
})
beforeEach(() => {
  script = () => ({ text: 'The dock opens at 6:45, größer als 漢字.' })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const model = 'claude-sonnet-5'
const question = { model, max_tokens: 500, messages: [{ role: 'user' as const, content: 'When does the dock open?' }] }

describe('the Anthropic SDK', () => {
  test('gets an answer and the savings headers', async () => {
    const { data, response, request_id } = await proxied.messages.create(question).withResponse()
    expect(data.content).toMatchObject([{ type: 'text', text: 'The dock opens at 6:45, größer als 漢字.' }])
    expect(request_id).toMatch(/^req_\d+$/)
    expect(savingsIn(response.headers)).toMatchObject({ saved: 0, percent: 0, compression: 'short-conversation' })
  })

  test.each([{ isGzipped: false }, { isGzipped: true }])(
    'reads a stream, gzipped: $isGzipped',
    async ({ isGzipped }) => {
      script = () => ({ thinking: 'Hm, 漢字.', text: 'Bit by bit — größer.', isGzipped, splitSeed: 5 })
      const message = await proxied.messages.stream(question).finalMessage()
      expect(message.content).toMatchObject([
        { type: 'thinking', thinking: 'Hm, 漢字.', signature: expect.stringMatching(/.{20}/) },
        { type: 'text', text: 'Bit by bit — größer.' },
      ])
      expect(message.stop_reason).toBe('end_turn')
    },
  )

  test.each([{ isStreamed: false }, { isStreamed: true }])(
    'completes a tool call, streamed: $isStreamed',
    async ({ isStreamed }) => {
      script = (_kind, body) => {
        const isAnswered = JSON.stringify(body.messages).includes('"tool_result"')
        return isAnswered
          ? { text: 'Open.' }
          : { text: 'I look.', toolCalls: [{ name: 'depot', input: { gate: 7, note: 'größer' } }] }
      }
      const ask = async (messages: Anthropic.MessageParam[]) => {
        const body = { ...question, messages, tools: [{ name: 'depot', input_schema: { type: 'object' as const } }] }
        return isStreamed ? proxied.messages.stream(body).finalMessage() : proxied.messages.create(body)
      }
      const called = await ask(question.messages)
      const call = called.content.find((block) => block.type === 'tool_use')!
      expect([called.stop_reason, call.input]).toEqual(['tool_use', { gate: 7, note: 'größer' }])
      const result = { type: 'tool_result' as const, tool_use_id: call.id, content: 'Gate 7 is open.' }
      const messages = [...question.messages, { role: 'assistant' as const, content: called.content }]
      const answer = await ask([...messages, { role: 'user', content: [result] }])
      expect(answer.content).toMatchObject([{ type: 'text', text: 'Open.' }])
    },
  )

  test('sends images unchanged', async () => {
    const data = Buffer.from('not really a picture').toString('base64')
    const image = {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png' as const, data },
    }
    const content = [image, { type: 'text' as const, text: 'What is this?' }]
    await proxied.messages.create({ ...question, messages: [{ role: 'user', content }] })
    const sent = standIn.requests.at(-1)!.json as { messages: { content: unknown }[] }
    expect(sent.messages[0]!.content).toEqual(content)
  })

  test('passes count_tokens through to the provider', async () => {
    const { model: name, messages } = question
    expect(await proxied.messages.countTokens({ model: name, messages })).toEqual({ input_tokens: expect.any(Number) })
    expect(standIn.requests.at(-1)!.path).toBe('/v1/messages/count_tokens')
  })

  test('authenticates with x-api-key or Authorization', async () => {
    for (const headers of [{ 'x-api-key': pleat.key }, { authorization: `Bearer ${pleat.key}` }]) {
      const response = await fetch(`${pleat.url}/v1/messages?beta=true`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers } as Record<
          string,
          string
        >,
        body: JSON.stringify(question),
      })
      expect(response.status).toBe(200)
      expect(standIn.requests.at(-1)!.path).toBe('/v1/messages?beta=true')
    }
  })
})

/** The error that the SDK throws to the application. */
async function failureOf(client: Anthropic): Promise<object> {
  const error = await client.messages.create(question).then(
    () => new Error('no failure'),
    (thrown: unknown) => thrown as Error,
  )
  if (!(error instanceof Anthropic.APIError)) throw error
  const { status, type } = error
  const message = error.message.replace(/req_\d+/, 'req_')
  return { name: error.constructor.name, status, type, message, hasId: /^req_\d+$/.test(error.requestID ?? '') }
}

describe('errors of the provider', () => {
  test.each([
    { status: 400, error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
    { status: 401, error: { message: 'invalid x-api-key' } },
    { status: 402, error: { message: 'Your credit balance is too low.' } },
    { status: 403, error: { message: 'Not allowed.' } },
    { status: 404, error: { message: 'model: claude-x' } },
    { status: 409, error: { message: 'Conflict.' } },
    { status: 413, error: { message: 'Request exceeds the maximum allowed number of bytes.' } },
    { status: 422, error: { message: 'Unprocessable.' } },
    { status: 429, error: { message: 'This request would exceed your rate limit.' } },
    { status: 500, error: { message: 'Internal server error' } },
    { status: 503, error: { message: 'Unavailable.' } },
    { status: 529, error: { message: 'Overloaded' } },
  ])('$status looks the same through the proxy', async ({ status, error }) => {
    script = () => ({ status, error })
    const seen = await failureOf(proxied)
    expect(seen).toMatchObject({ status, hasId: true })
    expect(seen).toEqual(await failureOf(direct))
  })

  test('in the middle of a stream are thrown to the reader of the stream', async () => {
    const event = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    script = () => ({
      raw: Buffer.from(event),
      headers: { 'content-type': 'text/event-stream', 'request-id': 'req_9' },
    })
    await expect(proxied.messages.stream(question).finalMessage()).rejects.toMatchObject({
      type: 'overloaded_error',
      requestID: 'req_9',
    })
  })

  test('529 and 429 are retried by the SDK after the announced wait', async () => {
    const patient = new Anthropic({ baseURL: pleat.url, apiKey: pleat.key })
    const already = standIn.requests.length
    const failures = [
      { status: 529, error: { message: 'Overloaded' }, headers: { 'retry-after-ms': '5', 'x-should-retry': 'true' } },
      { status: 429, error: { message: 'Slow down.' }, headers: { 'retry-after-ms': '5' } },
    ]
    script = () => failures[standIn.requests.length - already - 1] ?? { text: 'At last.' }
    const answer = await patient.messages.create(question)
    expect(answer.content).toMatchObject([{ text: 'At last.' }])
    const tries = standIn.requests.slice(already)
    expect(tries.map(({ headers }) => headers['x-stainless-retry-count'])).toEqual(['0', '1', '2'])
    expect(new Set(tries.map(({ body }) => body.toString('utf8'))).size).toBe(1)
  })
})

describe('a request at the provider', () => {
  test('has the provider key and the client’s version and beta headers, and no header of Pleat', async () => {
    await proxied.messages.create(question, { headers: { 'X-Session-Id': 'mine', 'anthropic-beta': 'a-1,b-2' } })
    const { headers, rawHeaders } = standIn.requests.at(-1)!
    expect(headers).toMatchObject({ 'anthropic-version': '2026-10-21', 'anthropic-beta': 'a-1,b-2' })
    expect(rawHeaders.join('\n')).toContain(STAND_IN_KEYS.anthropic)
    expect(rawHeaders.join('\n')).not.toContain(pleat.key)
    expect(rawHeaders.map((name) => name.toLowerCase())).not.toContain('x-session-id')
  })

  test('is answered without passing on cookies, protocol upgrades or the owner of the key', async () => {
    const { response } = await proxied.messages.create(question).withResponse()
    const names = [...response.headers.keys()]
    for (const name of ['set-cookie', 'alt-svc', 'anthropic-organization-id']) expect(names).not.toContain(name)
    for (const name of ['request-id', 'anthropic-ratelimit-requests-limit', 'cf-ray']) expect(names).toContain(name)
  })
})
