import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { send, type WireResponse } from './harness/wire.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'

/** A request that reached the provider. */
interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const RESPONSE = 'resp_00000001aB'
const DELETED = 'resp_00000002aB'
const CONVERSATION = 'conv_00000001aB'
/** JSON in a spelling that no serialiser produces. */
const ODD = (id: string) => `{ "id" :"${id}",  "größe":1.0 , "output":[ ] }\n\n`
const answerTo = (url: string): string =>
  url.includes('stream=true') ? EVENTS : ODD(url.includes('conversations') ? CONVERSATION : made)
const EVENTS = `event: response.completed\ndata: {"type":"response.completed",  "response":{"id":"${RESPONSE}"}}\n\n`

let provider: ReturnType<typeof createServer>
let pleat: Pleat
let asked: Asked | undefined
let status = 200
/** The id of the next response. */
let made = RESPONSE

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    asked = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
    const isStream = url.includes('stream=true')
    response.writeHead(status, {
      'content-type': isStream ? 'text/event-stream' : 'application/json',
      'openai-processing-ms': '7',
      'x-request-id': 'req_1',
    })
    response.end(answerTo(url))
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  pleat = await startPleat({ providerUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` })
  // Objects belong to the account that created them.
  const input = [{ role: 'user', content: 'Hi.' }]
  for (made of [DELETED, RESPONSE]) {
    await ask('POST', '/v1/responses', JSON.stringify({ model: 'gpt-5', input, background: true }))
  }
  await ask('POST', '/v1/conversations', '{}')
})
afterAll(async () => {
  await pleat.close()
  provider.closeAllConnections()
  provider.close()
})

function ask(method: string, path: string, body?: string, headers = {}): Promise<WireResponse> {
  return send(`${pleat.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${pleat.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
}

/** Twenty turns, most of which the folded path would replace. */
const LONG = JSON.stringify(
  {
    model: 'gpt-5',
    input: Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? { role: 'user', content: `Question ${index}: what is at quay ${index}?` }
        : { role: 'assistant', content: `At quay ${index} there is the barge ${index * 7}, painted blue in spring.` },
    ),
  },
  null,
  1,
)

describe('a resource of the Responses API', () => {
  test.each<[string, string, (string | undefined)?, object?]>([
    ['GET', `/v1/responses/${RESPONSE}?include=message.output_text.logprobs&include=reasoning.encrypted_content`],
    ['GET', `/v1/responses/${RESPONSE}?stream=true&starting_after=12&include_obfuscation=false`],
    ['DELETE', `/v1/responses/${DELETED}`, undefined, { accept: '*/*' }],
    ['POST', `/v1/responses/${RESPONSE}/cancel`],
    ['GET', `/v1/responses/${RESPONSE}/input_items?order=asc&limit=2&after=msg_1%2B`],
    ['POST', '/v1/responses/input_tokens', LONG],
    ['POST', '/v1/responses/compact', LONG],
    ['POST', '/v1/conversations', '{ "items":[],"metadata" : {"größe":"1"} }'],
    ['GET', `/v1/conversations/${CONVERSATION}/items?limit=100`],
    ['POST', `/v1/conversations/${CONVERSATION}/items`, LONG],
  ])('is passed through unchanged: %s %s', async (method, path, body, headers) => {
    for (status of [409, 200]) {
      const answer = await ask(method, path, body, headers)
      expect(asked).toMatchObject({ method, url: path, body: body ?? '' })
      expect(asked!.headers.authorization).toBe(`Bearer ${STAND_IN_KEYS.openai}`)
      if (headers) expect(asked!.headers).toMatchObject(headers)
      expect([answer.status, answer.headers['x-request-id']]).toEqual([status, 'req_1'])
      expect(answer.body.toString('utf8')).toBe(answerTo(path))
      expect(answer.headers).toMatchObject({
        'openai-processing-ms': '7',
        'x-service-compression': 'passed-through',
        'x-service-saved-tokens': '0',
      })
    }
  })

  test('of another account is not found, and the provider is not asked', async () => {
    status = 200
    const key = await pleat.issueKey('stranger')
    for (const path of [`/v1/responses/${RESPONSE}`, `/v1/conversations/${CONVERSATION}/items`]) {
      asked = undefined
      const answer = await ask('GET', path, undefined, { authorization: `Bearer ${key}` })
      expect([answer.status, asked]).toEqual([404, undefined])
    }
    const body = JSON.stringify({ model: 'gpt-5', input: 'And then?', previous_response_id: RESPONSE })
    const answer = await ask('POST', '/v1/responses', body, { authorization: `Bearer ${key}` })
    expect([answer.status, asked]).toEqual([404, undefined])
  })
})
