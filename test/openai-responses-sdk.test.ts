import OpenAI from 'openai'
import type { ResponseCreateParamsNonStreaming, ResponseInput } from 'openai/resources/responses/responses'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { DOCK_ANSWER, type OpenAiClients, openAiClients } from './harness/openai-clients.ts'
import { savingsIn } from './harness/savings.ts'
import type { Script } from './stand-in/desk.ts'

const TURNS = 12
const dialogue = createDialogue(17)

let clients: OpenAiClients
let script: Script

beforeAll(async () => {
  clients = await openAiClients(() => script)
})
beforeEach(() => {
  script = () => DOCK_ANSWER
})
afterAll(() => clients.close())

const TOOL = {
  type: 'function' as const,
  name: 'depot',
  description: 'State of a gate',
  parameters: { type: 'object', properties: { gate: { type: 'number' } } },
  strict: false,
}
const fields = { model: 'gpt-5', store: false, include: ['reasoning.encrypted_content' as const], tools: [TOOL] }

/** Calls a tool before every second answer. */
const workingScript: Script = (_kind, body) => {
  const input = body.input as readonly { readonly role?: string; readonly type?: string }[]
  const question = input.findLastIndex(({ role }) => role === 'user')
  const turn = Number(/This is question (\d+)/.exec(JSON.stringify(input[question]))?.[1])
  const isAnswered = input.slice(question).some(({ type }) => type === 'function_call_output')
  if (turn % 2 === 1 || isAnswered) return { thinking: 'Weighing it.', text: dialogue.answer(turn) }
  return { thinking: 'Where is it?', toolCalls: [{ name: 'depot', input: { gate: turn } }] }
}

async function answered(input: ResponseInput, isStreamed: boolean) {
  const body: ResponseCreateParamsNonStreaming = { ...fields, input }
  if (!isStreamed) {
    const { data, response } = await clients.proxied.responses.create(body).withResponse()
    return { answer: data, text: data.output_text, savings: savingsIn(response.headers) }
  }
  const { data: stream, response } = await clients.proxied.responses.create({ ...body, stream: true }).withResponse()
  let text = ''
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta
    if (event.type !== 'response.completed') continue
    return { answer: event.response, text, savings: savingsIn(response.headers) }
  }
  throw new Error('The stream ended without an answer.')
}

describe('the OpenAI SDK on the Responses API', () => {
  test('gets the answer to a plain text, and the savings headers', async () => {
    const question = { model: 'gpt-5', input: 'When does the dock open?' }
    const { data, response, request_id } = await clients.proxied.responses.create(question).withResponse()
    expect(data.output_text).toBe('The dock opens at 6:45, größer als 漢字.')
    expect(request_id).toMatch(/^req_\d+$/)
    expect(savingsIn(response.headers)).toMatchObject({ saved: 0, percent: 0, compression: 'short-conversation' })
  })

  test('reads a whole stream with its stream helper', async () => {
    const stream = clients.proxied.responses.stream({ model: 'gpt-5', input: 'When?' })
    const types = new Set<string>()
    stream.on('event', ({ type }) => types.add(type))
    const final = await stream.finalResponse()
    expect(final.output_text).toBe('The dock opens at 6:45, größer als 漢字.')
    expect(final.usage?.total_tokens).toBeGreaterThan(0)
    expect([...types]).toContain('response.output_text.delta')
  })

  test.each([{ isStreamed: false }, { isStreamed: true }])(
    `calls tools over ${TURNS} turns, streamed: $isStreamed`,
    async ({ isStreamed }) => {
      script = workingScript
      const already = clients.standIn.requests.length
      const input: ResponseInput = []
      const percents: number[] = []
      for (let turn = 1; turn <= TURNS; turn++) {
        input.push({ role: 'user', content: `This is question ${turn}. ${dialogue.question(turn)}` })
        for (;;) {
          const { answer, text, savings } = await answered(input, isStreamed)
          percents.push(savings.percent)
          input.push(...(answer.output as ResponseInput))
          const calls = answer.output.filter((item) => item.type === 'function_call')
          for (const { call_id } of calls) {
            input.push({ type: 'function_call_output', call_id, output: dialogue.answer(turn + 100) })
          }
          if (calls.length > 0) continue
          expect(text).toBe(dialogue.answer(turn))
          break
        }
      }
      const requests = clients.standIn.requests.slice(already)
      expect(requests).toHaveLength(TURNS + TURNS / 2)
      expect(requests.map(({ refusal }) => refusal)).toEqual(requests.map(() => undefined))
      // Many questions change an amount of an earlier question. Such sentences are sent, which limits the savings.
      expect(Math.max(...percents.slice(-6))).toBeGreaterThan(35)
      expect(percents.slice(0, 4)).toEqual([0, 0, 0, 0])
    },
  )

  test('continues from a stored answer whose history only the provider has', async () => {
    const first = await clients.proxied.responses.create({ model: 'gpt-5', input: 'When?' })
    const next = { model: 'gpt-5', input: 'And on Sundays?', previous_response_id: first.id }
    const { data, response } = await clients.proxied.responses.create(next).withResponse()
    expect(data.previous_response_id).toBe(first.id)
    expect(savingsIn(response.headers)).toMatchObject({ saved: 0, compression: 'previous_response_id' })
    const unknown = { ...next, previous_response_id: 'resp_0' }
    await expect(clients.proxied.responses.create(unknown)).rejects.toMatchObject({
      code: 'previous_response_not_found',
    })
  })

  test.each([
    { status: 401, error: { message: 'Incorrect API key.', code: 'invalid_api_key' } },
    { status: 404, error: { message: 'No such model.', code: 'model_not_found' } },
    { status: 429, error: { message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' } },
    { status: 500, error: { message: 'Sorry.', type: 'server_error' } },
  ])('sees an error with $status as without the proxy', async (error) => {
    script = () => error
    const failureOf = async (client: OpenAI) => {
      const thrown = await client.responses.create({ model: 'gpt-5', input: 'When?' }).catch((each: unknown) => each)
      const { status, code, type, message } = thrown as InstanceType<typeof OpenAI.APIError>
      return { status, code, type, message, name: (thrown as object).constructor.name }
    }
    expect(await failureOf(clients.proxied)).toEqual(await failureOf(clients.direct))
  })

  test('reports an invalid key with status 401 and its code', async () => {
    const stranger = new OpenAI({ baseURL: `${clients.pleat.url}/v1`, apiKey: 'pleat_nobody', maxRetries: 0 })
    const asking = stranger.responses.create({ model: 'gpt-5', input: 'When?' })
    await expect(asking).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
  })
})
