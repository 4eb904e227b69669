import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { send, type Wire } from './harness/wire.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

/** Recorded traffic of the real providers. Not shipped with the repository; the tests are skipped without it. */
const CASSETTES = new URL('../../shared/cassettes/', import.meta.url)
const hasCassettes = existsSync(CASSETTES)

interface Pair {
  readonly provider: Wire
  readonly endpoint: string
  readonly status: number
  readonly request_b64: string
  readonly response_b64: string
  readonly meta: {
    readonly request_headers: Readonly<Record<string, readonly string[]>>
    readonly response_headers: Readonly<Record<string, readonly string[]>>
  }
}

interface DocumentedError {
  readonly provider: Wire
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  readonly stream_tail?: string
}

function linesOf<Line>(name: string): Line[] {
  const bytes = readFileSync(new URL(name, CASSETTES))
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Line] : []))
}

let standIn: StandIn
let pleat: Pleat
let answer: Answer
beforeAll(async () => {
  standIn = await startStandIn({ answer: () => answer, isStrict: false })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

/** Headers of the connection, which the stand-in provider sets itself. */
const FRAMING = new Set(['connection', 'transfer-encoding', 'content-length', 'keep-alive'])
/** Headers of a provider's response that Pleat does not pass on. */
const WITHHELD = new Set([
  'alt-svc',
  'set-cookie',
  'strict-transport-security',
  'openai-organization',
  'openai-project',
])

function responseHeaders({ meta }: Pair): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(meta.response_headers ?? {})) {
    if (!FRAMING.has(name.toLowerCase())) headers[name.toLowerCase()] = String(values)
  }
  return headers
}

/** A long conversation, so that the request is rewritten. */
function longRequest(provider: Wire, recorded: Buffer): object {
  const { model, stream, stream_options } = JSON.parse(recorded.toString('utf8')) as Record<string, unknown>
  const dialogue = createDialogue(2)
  const turns = Array.from({ length: 9 }, (_, i) => [
    { role: 'user', content: dialogue.question(i + 1) },
    { role: 'assistant', content: dialogue.answer(i + 1) },
  ])
  const messages = [...turns.flat(), { role: 'user', content: 'And now?' }]
  return { model, stream, stream_options, ...(provider === 'anthropic' && { max_tokens: 100 }), messages }
}

async function expectIdentical(pair: Pair, request: Buffer, seed: number): Promise<number> {
  const raw = Buffer.from(pair.response_b64, 'base64')
  const headers = responseHeaders(pair)
  answer = { raw, status: pair.status, headers, splitSeed: seed }
  const response = await send(`${pleat.url}${pair.endpoint}`, {
    headers: {
      authorization: `Bearer ${pleat.key}`,
      'content-type': 'application/json',
      'accept-encoding': 'gzip, deflate, br',
      // After a 400 a session is no longer folded, so each response has its own.
      'x-session-id': `cassette-${seed}`,
      ...(pair.provider === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
    },
    body: request,
  })
  expect([response.status, response.isWhole]).toEqual([pair.status, true])
  expect(response.body.equals(raw)).toBe(true)
  for (const [name, value] of Object.entries(headers)) {
    if (WITHHELD.has(name)) expect(response.headers).not.toHaveProperty(name)
    else expect(response.headers[name], name).toBe(value)
  }
  return savingsIn(response.headers).saved
}

describe.skipIf(!hasCassettes)('recorded responses', () => {
  const pairs = hasCassettes ? linesOf<Pair>('pairs.jsonl.gz') : []

  test('reach the client byte for byte, with status and headers, wherever they are split', async () => {
    expect(pairs.length).toBeGreaterThan(100)
    for (const [index, pair] of pairs.entries()) {
      const request = Buffer.from(pair.request_b64, 'base64')
      const saved = await expectIdentical(pair, request, index + 1)
      const sent = standIn.requests.at(-1)!
      expect(sent.path).toBe(pair.endpoint)
      // Most requests are short and therefore unchanged.
      if (saved === 0) expect(sent.body.equals(request)).toBe(true)
    }
  })

  test('reach the client unchanged when the request was rewritten', { timeout: 120_000 }, async () => {
    const folded = pairs.filter(({ endpoint }) => !endpoint.endsWith('count_tokens'))
    for (const [index, pair] of folded.entries()) {
      const request = Buffer.from(JSON.stringify(longRequest(pair.provider, Buffer.from(pair.request_b64, 'base64'))))
      const saved = await expectIdentical(pair, request, index + 1000)
      if (pair.status !== 400) expect(saved).toBeGreaterThan(0)
    }
  })

  test('log no warning and no error', () => {
    const problems = pleat.problems().filter(({ msg }) => !String(msg).includes('refused a rewritten request'))
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasCassettes)('documented errors', () => {
  test('reach the client byte for byte', async () => {
    const errors = linesOf<DocumentedError>('documented-errors.jsonl')
    expect(errors.length).toBeGreaterThan(5)
    for (const [index, { provider, status, headers = {}, body, stream_tail: tail }] of errors.entries()) {
      const type = tail === undefined ? 'application/json' : 'text/event-stream'
      const response = tail ?? JSON.stringify(body)
      const pair: Pair = {
        provider,
        endpoint: provider === 'openai' ? '/v1/chat/completions' : '/v1/messages',
        status,
        request_b64: '',
        response_b64: Buffer.from(response).toString('base64'),
        meta: { request_headers: {}, response_headers: { 'content-type': [type], ...lists(headers) } },
      }
      const request = longRequest(provider, Buffer.from('{"model":"m"}'))
      const saved = await expectIdentical(pair, Buffer.from(JSON.stringify(request)), index + 2000)
      if (status !== 400) expect(saved).toBeGreaterThan(0)
    }
  })
})

function lists(headers: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
}
