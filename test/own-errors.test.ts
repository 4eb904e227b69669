import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, type PleatOptions, startPleat } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
beforeEach(async () => {
  standIn = await startStandIn()
})
afterEach(async () => {
  await pleat.close()
  await standIn.close()
})

async function start(options: Partial<PleatOptions> = {}): Promise<void> {
  pleat = await startPleat({ providerUrl: standIn.url, ...options })
}

const messages = [{ role: 'user' as const, content: 'Hello' }]

function askOpenAi(key: string, options: object = {}) {
  const client = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: key, ...options })
  return client.chat.completions.create({ model: 'gpt-4o', messages }).withResponse()
}

function askAnthropic(key: string, options: object = {}) {
  const client = new Anthropic({ baseURL: pleat.url, apiKey: key, ...options })
  return client.messages.create({ model: 'claude-sonnet-5', max_tokens: 100, messages }).withResponse()
}

/** A manually advanced clock that starts one second before the end of a minute. */
function handClock() {
  let now = Date.UTC(2026, 10, 20, 12, 0, 59)
  return { clock: { now: () => now }, advance: (ms: number) => (now += ms) }
}

describe('a wrong key', () => {
  test('is an AuthenticationError in both SDKs, without a retry', async () => {
    await start()
    await expect(askOpenAi('pleat_wrong')).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    await expect(askOpenAi('pleat_wrong')).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    await expect(askAnthropic('pleat_wrong')).rejects.toMatchObject({ status: 401, type: 'authentication_error' })
    await expect(askAnthropic('pleat_wrong')).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
    expect(standIn.requests).toEqual([])
    expect(pleat.requestLines().map(({ code }) => code)).toEqual(Array(4).fill('unauthorized'))
  })
})

describe('the rate limit of a key', () => {
  test('is a RateLimitError with the time to wait', async () => {
    const { clock } = handClock()
    await start({ requestsPerMinute: 2, overrides: { clock } })
    await askOpenAi(pleat.key)
    const last = await askAnthropic(pleat.key)
    expect(last.response.headers.get('x-ratelimit-remaining')).toBe('0')
    const refused = await askOpenAi(pleat.key, { maxRetries: 0 }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(OpenAI.RateLimitError)
    const { headers, code } = refused as InstanceType<typeof OpenAI.RateLimitError>
    expect(code).toBe('rate_limit_exceeded')
    savingsIn(headers!)
    expect(['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => headers!.get(name))).toEqual([
      '1',
      '2',
      '0',
    ])
    await expect(askAnthropic(pleat.key, { maxRetries: 0 })).rejects.toBeInstanceOf(Anthropic.RateLimitError)
    expect(standIn.requests).toHaveLength(2)
  })

  test('is retried by the SDKs after the wait, and then answered', async () => {
    const { clock, advance } = handClock()
    await start({ requestsPerMinute: 1, overrides: { clock } })
    const passing = async (url: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(url, init)
      if (response.status === 429) advance(60_000)
      return response
    }
    await askOpenAi(pleat.key)
    const [{ data: chat }] = await Promise.all([askOpenAi(pleat.key, { fetch: passing })])
    expect(chat.choices[0]!.message.content).toBe('OK.')
    const { data: message } = await askAnthropic(pleat.key, { fetch: passing })
    expect(message.content).toMatchObject([{ text: 'OK.' }])
    expect(standIn.requests).toHaveLength(3)
  }, 10_000)

  test('of one key does not limit other keys', async () => {
    await start({ requestsPerMinute: 1 })
    const other = await pleat.issueKey('other', 1)
    await askOpenAi(pleat.key)
    await askOpenAi(other)
    await expect(askOpenAi(other, { maxRetries: 0 })).rejects.toMatchObject({ status: 429 })
  })
})

describe('a server without provider', () => {
  test('names the missing key, and the SDK does not retry', async () => {
    await start({ variables: { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' } })
    await expect(askOpenAi(pleat.key)).rejects.toThrow(/503.*OPENAI_API_KEY/)
    await expect(askAnthropic(pleat.key)).rejects.toThrow(/503.*ANTHROPIC_API_KEY/)
    expect(pleat.requestLines().map(({ code }) => code)).toEqual(Array(2).fill('credential_missing'))
  })

  test('answers 502 in the error format of each provider that is unreachable', async () => {
    await start({ providerUrl: 'http://127.0.0.1:1' })
    const chat = await askOpenAi(pleat.key, { maxRetries: 0 }).catch((error: unknown) => error)
    expect(chat).toBeInstanceOf(OpenAI.InternalServerError)
    expect(chat).toMatchObject({ status: 502, type: 'server_error', requestID: expect.stringMatching(/^req_/) })
    savingsIn((chat as { headers: Headers }).headers)
    const message = await askAnthropic(pleat.key, { maxRetries: 0 }).catch((error: unknown) => error)
    expect(message).toBeInstanceOf(Anthropic.InternalServerError)
    expect(message).toMatchObject({ status: 502, type: 'api_error', requestID: expect.stringMatching(/^req_/) })
    savingsIn((message as { headers: Headers }).headers)
  })
})

describe('an unsupported request', () => {
  test.each([
    { method: 'POST', path: '/v1/chat/completions', type: 'text/plain', status: 415 },
    { method: 'PROPFIND', path: '/v1/chat/completions', type: undefined, status: 405 },
    { method: 'PROPFIND', path: '/v1/messages', type: undefined, status: 405 },
    { method: 'POST', path: '/v1/v1/nothing', type: 'application/json', status: 404 },
    { method: 'POST', path: '/nothing', type: 'application/json', status: 404 },
  ])('$method $path ($type) is $status with the limit in its headers', async ({ method, path, type, status }) => {
    await start()
    const headers = { authorization: `Bearer ${pleat.key}`, ...(type && { 'content-type': type }) }
    const body = method === 'POST' ? '{}' : null
    const response = await fetch(`${pleat.url}${path}`, { method, headers, body })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
    expect(response.headers.get('x-should-retry')).toBe('false')
    const value = (await response.json()) as { error: { message: string; type: string }; type?: string }
    expect(value.error.message).not.toBe('')
    expect(value.type).toBe(path.startsWith('/v1/messages') ? 'error' : undefined)
    expect(standIn.requests).toEqual([])
  })
})
