import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DOCK_ANSWER, type OpenAiClients, openAiClients } from './harness/openai-clients.ts'
import { savingsIn } from './harness/savings.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'
import type { Script } from './stand-in/desk.ts'

let clients: OpenAiClients
let script: Script

beforeAll(async () => {
  clients = await openAiClients(() => script)
})
beforeEach(() => {
  script = () => DOCK_ANSWER
})
afterAll(() => clients.close())

const question = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'When does the dock open?' }] }

describe('the OpenAI SDK', () => {
  test('gets an answer and the savings headers', async () => {
    const { data, response, request_id } = await clients.proxied.chat.completions.create(question).withResponse()
    expect(data.choices[0]!.message.content).toBe('The dock opens at 6:45, größer als 漢字.')
    expect(request_id).toMatch(/^req_\d+$/)
    expect(savingsIn(response.headers)).toMatchObject({ saved: 0, percent: 0, compression: 'short-conversation' })
  })

  test.each([{ isGzipped: false }, { isGzipped: true }])(
    'reads a stream, gzipped: $isGzipped',
    async ({ isGzipped }) => {
      script = () => ({ text: 'Bit by bit — 漢字, größer.', isGzipped, splitSeed: 11 })
      const options = { ...question, stream: true as const, stream_options: { include_usage: true } }
      const { data: stream, response } = await clients.proxied.chat.completions.create(options).withResponse()
      savingsIn(response.headers)
      let text = ''
      let total: number | undefined
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? ''
        total = chunk.usage?.total_tokens ?? total
      }
      expect([text, total]).toEqual(['Bit by bit — 漢字, größer.', expect.any(Number)])
    },
  )

  test('completes tool calls, streamed and unstreamed', async () => {
    script = (_kind, body) => {
      const results = (body.messages as { role: string; content: string }[]).filter(({ role }) => role === 'tool')
      if (results.length < 2) return { toolCalls: [{ name: 'depot', input: { gate: results.length, note: 'größer' } }] }
      return { text: `Gates: ${results.map(({ content }) => content).join(', ')}` }
    }
    const seen: unknown[] = []
    const tool = {
      type: 'function' as const,
      function: {
        name: 'depot',
        description: 'State of a gate',
        parameters: { type: 'object', properties: {} },
        parse: (text: string) => JSON.parse(text) as { gate: number },
        function: (input: { gate: number }) => {
          seen.push(input)
          return `gate ${input.gate} open`
        },
      },
    }
    const runner = clients.proxied.chat.completions.runTools({ ...question, tools: [tool] })
    expect(await runner.finalContent()).toBe('Gates: gate 0 open, gate 1 open')
    const streaming = clients.proxied.chat.completions.runTools({ ...question, stream: true, tools: [tool] })
    expect(await streaming.finalContent()).toBe('Gates: gate 0 open, gate 1 open')
    expect(seen).toEqual([0, 1, 0, 1].map((gate) => ({ gate, note: 'größer' })))
  })

  test('sends images unchanged', async () => {
    const url = `data:image/png;base64,${Buffer.from('not really a picture').toString('base64')}`
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image_url' as const, image_url: { url } },
    ]
    await clients.proxied.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content }] })
    const sent = clients.standIn.requests.at(-1)!.json as { messages: { content: unknown }[] }
    expect(sent.messages[0]!.content).toEqual(content)
  })

  test('lists models', async () => {
    expect((await clients.proxied.models.list()).data.map(({ id }) => id)).toEqual(['stand-in'])
  })

  test('stays in the session whose id the server returned', async () => {
    const first = await clients.proxied.chat.completions.create(question).withResponse()
    const { sessionId } = savingsIn(first.response.headers)
    const headers = { 'X-Session-Id': sessionId }
    const second = await clients.proxied.chat.completions.create(question, { headers }).withResponse()
    expect(savingsIn(second.response.headers).sessionId).toBe(sessionId)
  })
})

/** The error that the SDK throws to the application. */
async function failureOf(client: OpenAI): Promise<object> {
  const error = await client.chat.completions.create(question).then(
    () => new Error('no failure'),
    (thrown: unknown) => thrown as Error,
  )
  if (!(error instanceof OpenAI.APIError)) throw error
  const { status, code, param, type, message } = error
  return { name: error.constructor.name, status, code, param, type, message }
}

describe('errors of the provider', () => {
  test.each([
    { status: 400, error: { message: 'Too long.', code: 'context_length_exceeded', param: 'messages' } },
    { status: 401, error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } },
    { status: 403, error: { message: 'Country not supported.', code: 'unsupported_country_region_territory' } },
    { status: 404, error: { message: 'The model `x` does not exist.', code: 'model_not_found' } },
    { status: 409, error: { message: 'Conflict.' } },
    { status: 413, error: { message: 'Too large.' } },
    { status: 422, error: { message: 'Unprocessable.' } },
    { status: 429, error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } },
    { status: 500, error: { message: 'The server had an error.', type: 'server_error' } },
    { status: 503, error: { message: 'Overloaded.', type: 'server_error' } },
    { status: 529, error: { message: 'Overloaded.', type: 'server_error' } },
  ])('$status looks the same through the proxy', async ({ status, error }) => {
    script = () => ({ status, error })
    const seen = await failureOf(clients.proxied)
    expect(seen).toMatchObject({ status })
    expect(seen).toEqual(await failureOf(clients.direct))
  })

  test('in the middle of a stream are thrown to the reader', async () => {
    const event =
      'data: {"error":{"message":"The server had an error.","type":"server_error","param":null,"code":null}}\n\n'
    script = () => ({ raw: Buffer.from(event), headers: { 'content-type': 'text/event-stream' } })
    const stream = await clients.proxied.chat.completions.create({ ...question, stream: true })
    await expect(async () => {
      for await (const _chunk of stream) {
      }
    }).rejects.toThrow('The server had an error.')
  })

  test('429 is retried by the SDK after the announced wait', async () => {
    const patient = new OpenAI({ baseURL: `${clients.pleat.url}/v1`, apiKey: clients.pleat.key })
    const already = clients.standIn.requests.length
    script = () => {
      if (clients.standIn.requests.length > already + 2) return { text: 'At last.' }
      return { status: 429, error: { message: 'Slow down.' }, headers: { 'retry-after-ms': '5', 'retry-after': '1' } }
    }
    const answer = await patient.chat.completions.create(question)
    expect(answer.choices[0]!.message.content).toBe('At last.')
    const tries = clients.standIn.requests.slice(already)
    expect(tries.map(({ headers }) => headers['x-stainless-retry-count'])).toEqual(['0', '1', '2'])
    expect(new Set(tries.map(({ body }) => body.toString('utf8'))).size).toBe(1)
  })
})

describe('a request at the provider', () => {
  test('has the provider key and no header of Pleat', async () => {
    await clients.proxied.chat.completions.create(question, {
      headers: { 'X-Session-Id': 'mine', 'OpenAI-Beta': 'x=v1' },
    })
    const { headers, rawHeaders } = clients.standIn.requests.at(-1)!
    expect(headers.authorization).toBe(`Bearer ${STAND_IN_KEYS.openai}`)
    expect(headers['openai-beta']).toBe('x=v1')
    expect(rawHeaders.join('\n')).not.toContain(clients.pleat.key)
    expect(rawHeaders.map((name) => name.toLowerCase())).not.toContain('x-session-id')
  })

  test('is answered without passing on cookies, protocol upgrades or the owner of the key', async () => {
    const { response } = await clients.proxied.chat.completions.create(question).withResponse()
    const names = [...response.headers.keys()]
    for (const name of ['set-cookie', 'alt-svc', 'openai-organization']) expect(names).not.toContain(name)
    for (const name of ['x-request-id', 'x-ratelimit-limit-requests', 'cf-ray']) expect(names).toContain(name)
  })
})
