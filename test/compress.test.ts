import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { modelFields, play } from './harness/play.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { HISTORY_FIELDS, send, type Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
/** A key of another account than that of the proxied requests, so that the two share no session. */
let key: string
beforeAll(async () => {
  standIn = await startStandIn()
  pleat = await startPleat({ providerUrl: standIn.url })
  key = await pleat.issueKey('gateway')
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const TURNS = 12
const FORMATS: Readonly<Record<Wire, string>> = {
  openai: 'openai-chat',
  anthropic: 'anthropic-messages',
  responses: 'openai-responses',
}

const compress = (
  body: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) =>
  send(`${pleat.url}/v1/compress${query}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  })

interface Compressed {
  readonly compression: string
  readonly original_tokens: number
  readonly optimized_tokens: number
  readonly saved_tokens: number
  readonly savings_percent: number
  readonly session_id: string
  readonly request: { readonly model: string; readonly messages: readonly object[] }
}

describe.each<{ wire: Wire }>([{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }])(
  'POST /v1/compress, $wire',
  ({ wire }) => {
    test('returns the body that the proxy would send, byte for byte, with the same figures', async () => {
      const headers = { 'x-session-id': `talk ${wire}` }
      const options = { wire, base: () => pleat.url, key: pleat.key, standIn, headers }
      const played = await play({ ...options, dialogue: createDialogue(7), turns: TURNS })
      const forwarded = standIn.requests.length
      for (const { given, sent, savings } of played) {
        const answer = await compress(given, { query: `?format=${FORMATS[wire]}`, headers })
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
        const text = answer.body.toString('utf8')
        expect(text.slice(text.indexOf('"request":') + '"request":'.length, -1)).toBe(sent[0]!.body.toString('utf8'))
        const { saved_tokens, ...figures } = JSON.parse(text) as Compressed
        expect(savingsIn(answer.headers)).toMatchObject({
          original: figures.original_tokens,
          optimized: figures.optimized_tokens,
          saved: saved_tokens,
          percent: figures.savings_percent,
          sessionId: `talk ${wire}`,
          compression: savings.compression,
        })
        expect(figures).toMatchObject({ compression: savings.compression, session_id: `talk ${wire}` })
      }
      const last = played.at(-1)!.savings
      expect(last.percent).toBeGreaterThan(25)
      expect(standIn.requests.length).toBe(forwarded)
    })

    test('recognizes the conversation without a session id', async () => {
      const dialogue = createDialogue(11 + wire.length)
      const messages: object[] = []
      const ids = new Set<string>()
      for (let turn = 1; turn <= 8; turn++) {
        messages.push({ role: 'user', content: dialogue.question(turn) })
        const body = JSON.stringify({ ...modelFields(wire), [HISTORY_FIELDS[wire]]: messages })
        const answer = await compress(body, {
          query: wire === 'responses' ? `?format=${FORMATS[wire]}` : '',
          headers: wire === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {},
        })
        const { session_id, compression } = JSON.parse(answer.body.toString('utf8')) as Compressed
        ids.add(session_id)
        if (turn < 5) expect(compression).toBe('short-conversation')
        messages.push({ role: 'assistant', content: dialogue.answer(turn) })
      }
      expect(ids.size).toBe(1)
    })
  },
)

describe('POST /v1/compress', () => {
  const body = JSON.stringify({ ...modelFields('openai'), messages: [{ role: 'user', content: 'Hello' }] })
  const errorOf = (answer: { body: Buffer }) => JSON.parse(answer.body.toString('utf8')).error as { message: string }

  test('returns a body unchanged if it is not a conversation or its request disables compression', async () => {
    for (const [given, headers, outcome] of [
      ['{"model":"m","messages":[{"role":"oracle","content":[1,{}]}]}', {}, expect.any(String)],
      [body, { 'x-service-compression': 'off' }, 'off'],
    ] as const) {
      const answer = await compress(given, { headers })
      const { compression, request } = JSON.parse(answer.body.toString('utf8')) as Compressed
      expect([compression, JSON.stringify(request)]).toEqual([outcome, given])
    }
  })

  test('refuses the same requests as the proxy, in its own error format', async () => {
    const unknown = await compress(body, { query: '?format=soap' })
    expect([unknown.status, errorOf(unknown).message]).toEqual([
      400,
      expect.stringContaining('format must be one of openai-chat'),
    ])
    for (const invalid of ['{', `\ufeff${body}`]) {
      const refused = await compress(invalid)
      expect([refused.status, errorOf(refused).message]).toEqual([400, 'The request body is not valid JSON.'])
    }
    expect((await compress(body, { headers: { authorization: 'Bearer pleat_nobody' } })).status).toBe(401)
    expect((await compress(body, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await compress(body, { headers: { 'x-service-objective': 'speed' } })).status).toBe(400)
    const slow = await pleat.issueKey('slow', 1)
    expect((await compress(body, { headers: { authorization: `Bearer ${slow}` } })).status).toBe(200)
    const limited = await compress(body, { headers: { authorization: `Bearer ${slow}` } })
    expect([limited.status, limited.headers['x-ratelimit-remaining']]).toEqual([429, '0'])
  })

  test('is counted in the usage of the key', async () => {
    const { usage, store } = pleat.server.deps
    await usage.flush()
    const rows = await store.usage.list({ accountName: 'gateway' })
    const folded = rows.reduce((sum, row) => sum + row.folded, 0)
    expect(folded).toBeGreaterThan(4)
  })
})
