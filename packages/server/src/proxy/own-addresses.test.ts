import { describe, expect, test } from 'vitest'
import { followedAddress } from '../provider-apis/followed-addresses.ts'
import type { Forwarding } from './forward.ts'
import { ownBase, withOwnAddresses } from './own-addresses.ts'
import { peekAnswer } from './peek-answer.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

const BATCHES = '/v1/messages/batches'

function answerOf(body: string, { status = 200, type = 'application/json' } = {}): UpstreamAnswer {
  const bytes = Buffer.from(body)
  const headers = ['Content-Type', type, 'Content-Length', String(bytes.length), 'ETag', '"1"', 'request-id', 'req_1']
  return {
    status,
    headers,
    isComplete: true,
    read(sink) {
      // Cut inside a character and inside the address.
      for (let at = 0; at < bytes.length; at += 7) sink.onData(bytes.subarray(at, at + 7))
      sink.onEnd()
    },
    resume: () => {},
    abort: () => {},
  }
}

/** The response that a client receives, and the request that was sent for it. */
async function sent(answer: UpstreamAnswer, base = 'https://pleat.example') {
  const changes: unknown[] = []
  const forwarding: Forwarding = {
    isServerKey: true,
    returned: () => [],
    send: async (_body, asked) => {
      changes.push(asked)
      return answer
    },
  }
  const followed = followedAddress('anthropic', BATCHES)!
  const given = await withOwnAddresses(forwarding, { followed, base }).send(undefined, { query: '?limit=2' })
  const { body } = await peekAnswer(given, 1_000_000)
  return { body: body!.toString('utf8'), headers: given.headers, changes }
}

describe('the address of the results in a batch', () => {
  test('is replaced by one of this server, and every other byte stays', async () => {
    const batch = (url: string) => `{ "größe":1.0, "results_url" :  "${url}",\n"id":"msgbatch_1" }\n`
    const provider = batch('https:\\/\\/api.anthropic.com/v1/messages/batches/msgbatch_1/results?x=1')
    const { body, headers, changes } = await sent(answerOf(provider))
    expect(body).toBe(batch('https://pleat.example/v1/messages/batches/msgbatch_1/results?x=1'))
    expect(headers).toEqual([
      'Content-Type',
      'application/json',
      'request-id',
      'req_1',
      'Content-Length',
      String(Buffer.byteLength(body)),
    ])
    expect(changes).toEqual([{ query: '?limit=2', isPlain: true }])
  })

  test('is replaced in each batch of a list', async () => {
    const url = (host: string, id: string) => `"results_url":"${host}/v1/messages/batches/${id}/results"`
    const list = (host: string) => `{"data":[{${url(host, 'a_1')}},{"results_url":null},{${url(host, 'b_2')}}]}`
    const { body } = await sent(answerOf(list('https://gateway.example/anthropic')))
    expect(body).toBe(list('https://pleat.example'))
  })

  test.each([
    ['a batch under way', '{"results_url":null}'],
    ['an address of another kind', '{"results_url":"https://files.example/a?signature=b"}'],
    ['a text that only looks like one', '{"note":"\\"results_url\\":\\"https://x/v1/messages/batches/a/results\\""}'],
    ['a text that is not JSON', '{"results_url":"https://x/v1/messages/batches/a/results'],
  ])('stays in %s', async (_what, body) => {
    expect(await sent(answerOf(body))).toMatchObject({ body, headers: answerOf(body).headers })
  })

  test('is unchanged in errors, and in members of another type', async () => {
    const body = '{"results_url":"https://x/v1/messages/batches/a/results"}'
    for (const how of [{ status: 404 }, { type: 'application/x-jsonl' }]) {
      expect((await sent(answerOf(body, how))).body).toBe(body)
    }
  })

  test('is only searched for in answers that describe batches', () => {
    const isFollowed = (path: string) => followedAddress('anthropic', path) !== undefined
    expect([BATCHES, `${BATCHES}/msgbatch_1`, `${BATCHES}/msgbatch_1/cancel`].map(isFollowed)).toEqual([
      true,
      true,
      true,
    ])
    expect([`${BATCHES}/msgbatch_1/results`, '/v1/messages', '/v1/files'].map(isFollowed)).toEqual([
      false,
      false,
      false,
    ])
    expect(followedAddress('openai', '/v1/batches')).toBeUndefined()
  })
})

describe('the base of an own address', () => {
  const baseFor = (host: string | undefined, publicUrl?: string) =>
    ownBase({ headers: host === undefined ? {} : { host } }, publicUrl)

  test('is the one that the operator configured', () => {
    expect(baseFor('127.0.0.1:8080', 'https://pleat.example/llm')).toBe('https://pleat.example/llm')
  })

  test.each(['127.0.0.1:8080', 'localhost', 'LOCALHOST:9', '[::1]:8080', '127.8.0.1'])(
    'is the name of this machine that the client used: %s',
    (host) => expect(baseFor(host)).toBe(`http://${host}`),
  )

  test.each([undefined, 'pleat.example', 'localhost.evil.example', '127.0.0.1@evil.example', 'evil.example/127.0.0.1'])(
    'is empty for any other host: %s',
    (host) => expect(baseFor(host)).toBe(''),
  )
})
