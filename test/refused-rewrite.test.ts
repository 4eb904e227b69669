import Anthropic from '@anthropic-ai/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { type PlayedTurn, type PlayOptions, play } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { historyIn, type Wire } from './harness/wire.ts'
import type { Script } from './stand-in/desk.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const WIRES: { wire: Wire }[] = [{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }]
const dialogue = createDialogue(21)
const REFUSAL = { status: 400, error: { message: 'Something about this request is wrong.' } }

/** Servers of open models refuse requests that their chat template does not accept. */
const TEMPLATE_REFUSALS = [422, 500].map((status) => ({
  status,
  error: { message: 'Template error: Jinja Exception: Conversation roles must alternate user/assistant/...' },
}))

let standIn: StandIn
let pleat: Pleat
afterEach(async () => {
  await pleat.close()
  await standIn.close()
})

async function start(answer: Script): Promise<void> {
  standIn = await startStandIn({ answer })
  pleat = await startPleat({ providerUrl: standIn.url })
}

/** True if a received body contains a digest. */
const isFolded: (body: Parameters<Script>[1]) => boolean = (body) => JSON.stringify(historyIn(body)).includes('[Record')

function converse(wire: Wire, turns: number, options: Partial<PlayOptions> = {}): Promise<PlayedTurn[]> {
  const headers = { 'x-session-id': 'refused' }
  return play({ wire, base: () => pleat.url, key: pleat.key, standIn, dialogue, turns, headers, ...options })
}

describe.each(WIRES)('a provider that refuses a rewritten request over $wire', ({ wire }) => {
  test('gets the original at once, and the session is no longer folded, even after a restart', async () => {
    await start((_kind, body) => (isFolded(body) ? REFUSAL : { text: 'Well.' }))
    const beforeTurn = async (turn: number) => {
      if (turn === 11) await pleat.restart()
    }
    const played = await converse(wire, 14, { beforeTurn })
    const retried = played.findIndex(({ sent }) => sent.length > 1)
    expect(retried).toBeGreaterThanOrEqual(4)
    expect(retried).toBeLessThan(10)
    const { sent, given, savings, response } = played[retried]!
    expect(sent).toHaveLength(2)
    expect(sent[0]!.body.length).toBeLessThan(given.length)
    expect(sent[1]!.body.toString('utf8')).toBe(given)
    expect([response.status, savings.saved, savings.compression]).toEqual([200, 0, 'refused-by-provider'])
    expect(response.body.equals(sent[1]!.answer.body)).toBe(true)
    for (const later of played.slice(retried + 1)) {
      expect(later.sent.map(({ body }) => body.toString('utf8'))).toEqual([later.given])
      expect([later.savings.saved, later.savings.compression]).toEqual([0, 'refused-by-provider'])
    }
    expect(pleat.server.deps.counters.read()).toMatchObject({ self_check_failed: 0, fold_failed: 0 })
  })

  test('and refuses the original too has its second response passed on unchanged', async () => {
    await start(() => (standIn.requests.length > 12 ? REFUSAL : { text: 'Well.' }))
    const played = await converse(wire, 13)
    const { sent, given, response } = played.at(-1)!
    expect(sent).toHaveLength(2)
    expect(sent[1]!.body.toString('utf8')).toBe(given)
    expect(response.status).toBe(400)
    expect(response.body.equals(sent[1]!.answer.body)).toBe(true)
  })

  test.each([401, 403, 404, 413, 429, 500, 529])('with %i gets no second request', async (status) => {
    await start(() => (standIn.requests.length > 12 ? { ...REFUSAL, status } : { text: 'Well.' }))
    const { sent, response } = (await converse(wire, 13)).at(-1)!
    expect([sent.length, response.status]).toEqual([1, status])
    expect(response.body.equals(sent[0]!.answer.body)).toBe(true)
  })

  test.each(TEMPLATE_REFUSALS)(
    'for its chat template with $status gets the original, and all later ones',
    async (refusal) => {
      await start((_kind, body) => (isFolded(body) ? refusal : { text: 'Well.' }))
      const played = await converse(wire, 13)
      expect(played.map(({ response }) => response.status)).toEqual(played.map(() => 200))
      const retried = played.findIndex(({ sent }) => sent.length > 1)
      expect(played[retried]!.sent.map(({ answer }) => answer.status)).toEqual([refusal.status, 200])
      for (const { sent, given, savings } of played.slice(retried + 1)) {
        expect(sent.map(({ body }) => body.toString('utf8'))).toEqual([given])
        expect(savings.compression).toBe('refused-by-provider')
      }
    },
  )

  test.each(TEMPLATE_REFUSALS)(
    'for its chat template with $status, and the original too, gets no third',
    async (refusal) => {
      await start(() => (standIn.requests.length > 12 ? refusal : { text: 'Well.' }))
      const { sent, response } = (await converse(wire, 13)).at(-1)!
      expect([sent.length, response.status]).toEqual([2, refusal.status])
      expect(response.body.equals(sent[1]!.answer.body)).toBe(true)
    },
  )

  test('gets no second request if the first was sent unchanged', async () => {
    await start(() => REFUSAL)
    const played = await converse(wire, 3)
    expect(played.map(({ sent }) => sent.length)).toEqual([1, 1, 1])
    expect(played.map(({ response }) => response.status)).toEqual([400, 400, 400])
  })
})

describe('thinking that was signed after a folded history', () => {
  test('is omitted when the original is sent after all', async () => {
    let isRefusing = false
    await start((_kind, body) => {
      if (isRefusing && isFolded(body)) return REFUSAL
      return { thinking: 'Considering.', text: dialogue.answer((body.messages as object[]).length) }
    })
    const client = new Anthropic({ baseURL: pleat.url, apiKey: pleat.key, maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = []
    for (let turn = 1; turn <= 16; turn++) {
      isRefusing = turn > 12
      messages.push({ role: 'user', content: dialogue.question(turn) })
      const body = { model: 'claude-opus-5-5', max_tokens: 2000, thinking: { type: 'adaptive' as const }, messages }
      const { content } = await client.messages.create(body, { headers: { 'x-session-id': 'tired' } })
      messages.push({ role: 'assistant', content })
    }
    expect(standIn.refusals()).toEqual([])
    expect(standIn.requests.filter(({ answer }) => answer.status === 400)).toHaveLength(1)
  })
})
