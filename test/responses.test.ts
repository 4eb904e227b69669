import { zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { type AskOptions, ask, type Exchanged, type Item } from './harness/responses-client.ts'
import { type ConverseOptions, converse as converseWith, lookingUp } from './harness/responses-talk.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { send } from './harness/wire.ts'
import type { Script } from './stand-in/desk.ts'
import { isObject } from './stand-in/json-object.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const dialogue = createDialogue(31)
const BOUND = 'gpt-5.6'

let standIn: StandIn
let pleat: Pleat
afterEach(async () => {
  await pleat.close()
  await standIn.close()
})

async function start(answer: Script): Promise<void> {
  standIn = await startStandIn({ answer })
  // `startPleat` waits 30 s for a fold. After a late one, the original is sent, where reasoning has another prefix.
  pleat = await startPleat({ providerUrl: standIn.url })
}

const work = lookingUp(dialogue)
const converse = (options: ConverseOptions) => converseWith(pleat, dialogue, options)

const withoutId = ({ id: _, ...item }: Item): Item => item
const lostIn = ({ response }: Exchanged): number =>
  response.body.toString('utf8').match(/"reason":\s*"prefix_mismatch"/g)?.length ?? 0
const latePercent = (played: readonly Exchanged[]): number =>
  Math.max(...played.slice(-10).map(({ savings }) => savings.percent))

describe('long conversations of the Responses API with tools and reasoning', () => {
  test.each<{ model: string; keep: 'whole' | 'without ids'; isStreamed: boolean }>([
    { model: 'gpt-5', keep: 'whole', isStreamed: false },
    { model: 'gpt-5', keep: 'without ids', isStreamed: true },
    { model: BOUND, keep: 'whole', isStreamed: true },
    { model: BOUND, keep: 'without ids', isStreamed: false },
  ])(
    'are folded and never refused: $model, items $keep, streamed: $isStreamed',
    async ({ model, keep, isStreamed }) => {
      await start((_kind, body) => work(body))
      const { played } = await converse({
        turns: 30,
        fields: { model, stream: isStreamed },
        headers: { 'session-id': 's', 'thread-id': `${model}-${keep}` },
        keep: keep === 'whole' ? (item) => item : withoutId,
        restartAt: [12, 13, 21],
      })
      expect(played).toHaveLength(50)
      expect(standIn.refusals()).toEqual([])
      // One request per step: none was sent twice, and every byte of the response is the provider's.
      expect(standIn.requests).toHaveLength(50)
      for (const [index, { response }] of played.entries()) {
        expect(response.body.equals(standIn.requests[index]!.answer.body)).toBe(true)
      }
      expect(latePercent(played)).toBeGreaterThan(40)
      expect(played.map(lostIn).filter((lost) => lost > 0)).toEqual([])
      expect(pleat.server.deps.counters.read()).toMatchObject({
        self_check_failed: 0,
        fold_failed: 0,
        reasoning_lost: 0,
      })
    },
  )

  test('never move the fold while tools are running', async () => {
    await start((_kind, body) => work(body))
    await converse({ turns: 24, fields: { model: BOUND } })
    const sent = standIn.requests.map(({ body }) => body.toString('utf8').slice(0, -2))
    const moved = sent.flatMap((body, index) => (index > 0 && !body.startsWith(sent[index - 1]!) ? [index] : []))
    expect(moved.length).toBeGreaterThan(0)
    for (const index of moved) {
      const { input } = standIn.requests[index]!.json as { readonly input: readonly Item[] }
      expect(input.at(-1)).toMatchObject({ role: 'user' })
    }
  })
})

describe('reasoning that a provider drops', () => {
  const LOST = [{ id: 'rs_1', type: 'reasoning', action: 'removed', reason: 'prefix_mismatch' }]
  const lose =
    (count: () => number): Script =>
    (_kind, body) => {
      if (count() !== 0) return work(body)
      const value = { output: [], input_transformations: LOST, usage: { input_tokens: 1, output_tokens: 1 } }
      return { raw: Buffer.from(JSON.stringify(value)), headers: { 'content-type': 'application/json' } }
    }

  test('although the fold did not move disables compression of that conversation, and is counted and logged', async () => {
    let left = 18
    await start(lose(() => left--))
    const { played } = await converse({ turns: 24, fields: { model: BOUND }, headers: { 'x-session-id': 'lost' } })
    expect(pleat.server.deps.counters.read().reasoning_lost).toBe(1)
    expect(pleat.problems().map(({ msg }) => msg)).toEqual([expect.stringContaining('dropped reasoning')])
    const later = played.slice(19)
    expect(later.map(({ savings }) => savings.compression)).toEqual(later.map(() => 'reasoning-lost'))
    expect(standIn.requests.slice(19).map(({ body }) => body.toString('utf8'))).toEqual(later.map(({ given }) => given))
  })

  test('causes no alarm if the client disabled compression in between', async () => {
    await start((_kind, body) => work(body))
    const input: Item[] = []
    for (let turn = 1; turn <= 20; turn++) {
      input.push({ role: 'user', content: `This is question ${3 * turn + 1} of mine. ${dialogue.question(turn)}` })
      const headers = { 'x-session-id': 'off', ...(turn === 12 && { 'x-service-compression': 'off' }) }
      const { output } = await ask(input, { url: pleat.url, key: pleat.key, fields: { model: BOUND }, headers })
      input.push(...output)
    }
    expect(pleat.problems()).toEqual([])
    expect(standIn.requests.at(-1)!.body.length).toBeLessThan(JSON.stringify(input).length / 2)
  })
})

describe('a Responses request that contains only a part of its history', () => {
  test.each<[string, object]>([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: { id: 'conv_1' } }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['context_management', { context_management: [{ type: 'compaction' }] }],
    ['prewarm', { prompt_cache_options: { prewarm: true } }],
    ['multi_agent', { multi_agent: { enabled: true } }],
  ])('is sent unchanged for %s, with the reason in a header', async (reason, fields) => {
    standIn = await startStandIn({ answer: (_kind, body) => work(body), isStrict: false })
    pleat = await startPleat({ providerUrl: standIn.url })
    const { input } = await converse({ turns: 20, fields: { model: 'gpt-4.1' } })
    input.push({ role: 'user', content: 'And now?' })
    const { given, savings } = await ask(input, { url: pleat.url, key: pleat.key, fields })
    expect(standIn.requests.at(-1)!.body.toString('utf8')).toBe(given)
    expect(savings).toMatchObject({ saved: 0, compression: reason })
  })

  test.each<[string, AskOptions['headers']]>([
    ['compaction', { 'x-codex-turn-metadata': '{"turn_id":"1","request_kind":"compaction"}' }],
    ['multi_agent', { 'openai-beta': 'responses_multi_agent=v1' }],
  ])('is sent unchanged for %s, with the reason in a header', async (reason, headers) => {
    await start((_kind, body) => work(body))
    const { input } = await converse({ turns: 8 })
    input.push({ role: 'user', content: 'And now?' })
    const { given, savings } = await ask(input, { url: pleat.url, key: pleat.key, ...(headers && { headers }) })
    expect(standIn.requests.at(-1)!.body.toString('utf8')).toBe(given)
    expect(savings.compression).toBe(reason)
  })

  test('keeps references in order, as the AI SDK sends them', async () => {
    await start((_kind, body) => work(body))
    const keep = (item: Item): Item =>
      item.type === 'function_call' ? withoutId(item) : { type: 'item_reference', id: item.id }
    const { played } = await converse({ turns: 12, fields: { store: true }, keep })
    expect(standIn.refusals()).toEqual([])
    expect(standIn.requests.map(({ body }) => body.toString('utf8'))).toEqual(played.map(({ given }) => given))
    expect(played.at(-1)!.savings.compression).toBe('item_reference')
  })

  test("is folded anew after the provider's compaction", async () => {
    await start((_kind, body) => work(body))
    const { input } = await converse({ turns: 9 })
    const compacted: Item[] = [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'sealed' }]
    const window = [...input.filter(({ role }) => role === 'developer' || role === 'user').slice(0, 4), ...compacted]
    for (let turn = 20; turn < 34; turn++) {
      window.push({ role: 'user', content: `This is question ${3 * turn + 1} of mine. ${dialogue.question(turn)}` })
      const { output } = await ask(window, { url: pleat.url, key: pleat.key })
      window.push(...output)
    }
    const sent = standIn.requests.at(-1)!.json as { readonly input: readonly Item[] }
    expect(sent.input.slice(0, 5)).toEqual(window.slice(0, 5))
    expect(JSON.stringify(sent.input[5])).toContain('[Record')
  })
})

describe('a Responses request', () => {
  test('with a text as input is sent byte for byte', async () => {
    await start(() => ({ text: 'At 6:45.' }))
    const { given, savings } = await ask('When does it open?', { url: pleat.url, key: pleat.key })
    expect(standIn.requests.at(-1)!.body.toString('utf8')).toBe(given)
    expect(savings).toMatchObject({ saved: 0, compression: 'short-conversation' })
    expect(savings.original).toBeGreaterThan(4)
  })

  test('may be compressed with zstd, and is folded and sent uncompressed', async () => {
    await start((_kind, body) => work(body))
    const { input } = await converse({ turns: 12 })
    input.push({ role: 'user', content: 'And now?' })
    const body = JSON.stringify({ model: 'gpt-5', input })
    const answer = await send(`${pleat.url}/v1/responses`, {
      headers: { authorization: `Bearer ${pleat.key}`, 'content-type': 'application/json', 'content-encoding': 'zstd' },
      body: zstdCompressSync(Buffer.from(body)),
    })
    const sent = standIn.requests.at(-1)!
    expect([answer.status, sent.headers['content-encoding']]).toEqual([200, undefined])
    expect(savingsIn(answer.headers).percent).toBeGreaterThan(30)
    expect(isObject(sent.json)).toBe(true)
  })

  test('is sent again unchanged when its rewritten form is refused, and its session is no longer folded', async () => {
    const message = 'No tool output found for function call call_7.'
    await start((_kind, body) =>
      JSON.stringify(body.input).includes('[Record') ? { status: 400, error: { message } } : work(body),
    )
    const { played } = await converse({ turns: 14, headers: { 'x-session-id': 'refused' } })
    const retried = played.findIndex(({ savings }) => savings.compression === 'refused-by-provider')
    expect(retried).toBeGreaterThan(3)
    expect(played.map(({ response }) => response.status)).toEqual(played.map(() => 200))
    expect(standIn.requests).toHaveLength(played.length + 1)
    expect(standIn.requests[retried + 1]!.body.toString('utf8')).toBe(played[retried]!.given)
    expect(pleat.server.deps.counters.read().retried_with_original).toBe(1)
  })

  test('with a client’s own notes on each request is sent with the same bytes between two folds', async () => {
    await start((_kind, body) => work(body))
    const fieldsOf = (request: number) => ({ client_metadata: { turn: String(request), [`k${request}`]: 'x' } })
    const movedWith = async (id: string, notes?: typeof fieldsOf) => {
      const before = standIn.requests.length
      const fields = notes && { fieldsOf: notes }
      await converse({ turns: 20, ...fields, headers: { 'thread-id': id, 'session-id': id } })
      const bodies = standIn.requests.slice(before).map(({ body }) => body.toString('utf8'))
      const inputs = bodies.map((body) => /"input":(.*)\]\}$/s.exec(body)![1]!)
      return inputs.filter((input, index) => index > 0 && !input.startsWith(inputs[index - 1]!)).length
    }
    const moved = await movedWith('noted', fieldsOf)
    expect(moved).toBeGreaterThan(0)
    expect(moved).toBeLessThan(19)
    expect(moved).toBe(await movedWith('plain'))
  })

  test('for a title during a chat, under one id, does not affect the chat', async () => {
    await start((_kind, body) => work(body))
    const sentInChat = async (id: string, { hasTitles }: { hasTitles: boolean }): Promise<readonly string[]> => {
      const options = { url: pleat.url, key: pleat.key, headers: { 'x-session-id': id } }
      const input: Item[] = [{ role: 'developer', content: 'Help with the move.' }]
      const sent: string[] = []
      for (let turn = 1; turn <= 14; turn++) {
        const title = [{ role: 'user', content: `Write a title for: ${dialogue.question(turn)}` }]
        if (hasTitles) await ask(title, options)
        input.push({ role: 'user', content: `This is question ${3 * turn + 1} of mine. ${dialogue.question(turn)}` })
        const { output } = await ask(input, options)
        sent.push(standIn.requests.at(-1)!.body.toString('utf8'))
        input.push(...output.map(withoutId))
      }
      return sent
    }
    const alone = await sentInChat('alone', { hasTitles: false })
    expect(alone.at(-1)).toContain('[Record')
    expect(await sentInChat('open', { hasTitles: true })).toEqual(alone)
  })

  test('has its headers relayed to the provider, and the provider’s to the client', async () => {
    await start(() => ({ text: 'Well.', headers: { 'x-codex-turn-state': 'sticky' } }))
    const headers = { 'x-codex-turn-state': 'before', 'x-codex-window-id': 't:1', 'x-openai-subagent': 'review' }
    const { response } = await ask('Hi.', { url: pleat.url, key: pleat.key, headers })
    expect(response.headers['x-codex-turn-state']).toBe('sticky')
    expect(standIn.requests.at(-1)!.headers).toMatchObject(headers)
  })

  test.each([1, 2, 3])('streams every byte of its response, however it is cut (seed %i)', async (splitSeed) => {
    await start(() => ({ text: 'Bit by bit — 漢字,\n\ngrößer.', splitSeed }))
    const { response } = await ask('Hi.', { url: pleat.url, key: pleat.key, fields: { stream: true } })
    expect(response.body.equals(standIn.requests.at(-1)!.answer.body)).toBe(true)
  })

  test('loses its connection when the response breaks off', async () => {
    await start(() => ({ text: dialogue.answer(1), breakAfterChunks: 4, chunkDelayMs: 2 }))
    const answer = await send(`${pleat.url}/v1/responses`, {
      headers: { authorization: `Bearer ${pleat.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5', input: 'Hi.', stream: true }),
    })
    expect([answer.status, answer.isWhole]).toEqual([200, false])
  })
})

describe('a WebSocket upgrade', () => {
  test('on the Responses API is answered with 426 and nothing else', async () => {
    await start(() => ({ text: 'Well.' }))
    const answer = await send(`${pleat.url}/v1/responses`, {
      method: 'GET',
      headers: {
        authorization: `Bearer ${pleat.key}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
      },
    })
    expect([answer.status, answer.body.length]).toEqual([426, 0])
    expect(answer.headers['x-ratelimit-limit']).toMatch(/^\d+$/)
    expect(standIn.requests).toEqual([])
  })
})
