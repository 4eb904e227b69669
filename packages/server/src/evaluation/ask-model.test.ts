import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { askModel, SetupError } from './ask-model.ts'

const call = { key: 'k', format: 'openai-chat', model: 'm', body: '{}', isFolded: true } as const
const ANSWER = {
  choices: [
    { message: { role: 'assistant', content: 'Yes.', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] } },
  ],
  usage: { prompt_tokens: 7, completion_tokens: 2 },
}
const ok = (response: ServerResponse) =>
  response
    .setHeader('content-type', 'application/json')
    .setHeader('x-service-compression', 'folded')
    .end(JSON.stringify(ANSWER))
const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(JSON.stringify({ error: { message: `no: ${status}` } }))

let close = () => {}
afterEach(() => close())

async function start(steps: readonly ((response: ServerResponse) => unknown)[]) {
  let asked = 0
  const server = createServer((_request, response) => void steps[Math.min(asked++, steps.length - 1)]!(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => void server.close()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { target: { url, key: 'pleat_k', firstPauseMs: 1 }, count: () => asked }
}

test('a rate limit and a broken connection are retried', async () => {
  const { target, count } = await start([refuse(429, { 'retry-after': '0' }), (response) => response.destroy(), ok])
  const { text, usage } = await askModel(target, call)
  expect(text).toBe('Yes.\n[calls f with {}]')
  expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 2 })
  expect(count()).toBe(3)
})

test.each(['recalled', 'window', 'window-pins'])(
  'an answer to a history with the outcome %s counts as folded',
  async (outcome) => {
    const { target } = await start([
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'x-service-compression': outcome })
          .end(JSON.stringify(ANSWER)),
    ])
    expect((await askModel(target, call)).text).toContain('Yes.')
  },
)

test('an answer to a history that was sent unchanged does not count as folded', async () => {
  const unchanged = (response: ServerResponse) =>
    response.writeHead(200, { 'x-service-compression': 'deadline' }).end(JSON.stringify(ANSWER))
  const { target } = await start([unchanged])
  await expect(askModel(target, call)).rejects.toThrow('sent unchanged (deadline)')
  expect((await askModel(target, { ...call, isFolded: false })).text).toContain('Yes.')
})

test("a request that keeps failing is given up with the provider's message", async () => {
  const { target, count } = await start([refuse(500)])
  await expect(askModel(target, call)).rejects.toThrow('500: no: 500')
  expect(count()).toBe(4)
})

test('a refused request is not retried', async () => {
  const { target, count } = await start([refuse(400)])
  await expect(askModel(target, call)).rejects.toThrow('400: no: 400')
  expect(count()).toBe(1)
})

test.each([
  [{ code: 'string_above_max_length', type: 'invalid_request_error' }, '400 string_above_max_length'],
  [{ code: null, type: 'invalid_request_error' }, '400 invalid_request_error'],
  [{ type: 'The door code is 4821.' }, '400'],
])('the reason of a refusal with %j is %j, without text of its message', async (codes, reason) => {
  const error = { message: 'Not valid: "The door code is 4821."', ...codes }
  const { target } = await start([(response) => response.writeHead(400).end(JSON.stringify({ error }))])
  const message = expect.stringContaining('4821')
  await expect(askModel(target, call)).rejects.toMatchObject({ reason, message })
})

test('the reason of an answer that is not JSON does not quote it', async () => {
  const { target } = await start([
    (response) => response.writeHead(200, { 'x-service-compression': 'folded' }).end('The door code is 4821.'),
  ])
  await expect(askModel(target, call)).rejects.toMatchObject({ reason: 'the request failed: SyntaxError' })
})

test.each([401, 403, 404])('status %i is a set-up error', async (status) => {
  const { target } = await start([refuse(status)])
  await expect(askModel(target, call)).rejects.toBeInstanceOf(SetupError)
})

test('a missing provider key is a set-up error and is not retried', async () => {
  const { target, count } = await start([refuse(503, { 'x-should-retry': 'false' })])
  await expect(askModel(target, call)).rejects.toBeInstanceOf(SetupError)
  expect(count()).toBe(1)
})
