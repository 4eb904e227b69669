import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { post, type WireResponse } from './harness/wire.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const LONG = createDialogue(47).answer(1)

let standIn: StandIn
let pleat: Pleat
let answer: Answer
beforeAll(async () => {
  standIn = await startStandIn({ answer: () => answer })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

const body = { model: 'gpt-5', input: 'Hi.', stream: true }
const stream = (headers = {}): Promise<WireResponse> => post(pleat.url, 'responses', { key: pleat.key, body, headers })
const told = () => standIn.requests.at(-1)!.answer.body

describe('a stream of the Responses API', () => {
  test('is relayed byte for byte when it is cut at every byte', async () => {
    answer = { thinking: 'Hm.', text: 'Bit by bit: 漢字,\n\ngrößer, 🙂.', chunkBytes: 1 }
    const { body: came, isWhole } = await stream()
    expect(came.equals(told())).toBe(true)
    expect([isWhole, came.length > 1000]).toEqual([true, true])
  })

  test.each<[string, Answer]>([
    ['ends before its last event as if it were whole', { endAfterChunks: 6 }],
    ['ends before anything came', { endAfterChunks: 0 }],
    ['is reset', { breakAfterChunks: 6, chunkDelayMs: 2 }],
    ['ends too early in compressed form', { endAfterChunks: 6, isGzipped: true }],
  ])('that %s breaks the client’s connection off, after all received bytes', async (_how, how) => {
    answer = { text: LONG, ...how }
    const { status, isWhole, body: came } = await stream(how.isGzipped ? { 'accept-encoding': 'gzip' } : {})
    expect([status, isWhole]).toEqual([200, false])
    expect(came.equals(told())).toBe(true)
  })

  test('is complete with its last event, compressed or not', async () => {
    for (const isGzipped of [false, true]) {
      answer = { text: LONG, isGzipped }
      const { isWhole, body: came } = await stream({ 'accept-encoding': 'gzip' })
      expect([isWhole, came.equals(told())]).toEqual([true, true])
    }
  })

  test('is an error for the OpenAI SDK if it ends too early, because the SDK takes a clean end for success', async () => {
    answer = { text: LONG, endAfterChunks: 6 }
    const client = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0 })
    const events = await client.responses.create({ ...body, stream: true })
    const read = async () => {
      for await (const _event of events);
    }
    await expect(read()).rejects.toThrow()
    expect(pleat.requestLines().at(-1)).toMatchObject({ end: 'broken' })
  })

  test.each(['response.incomplete', 'response.failed', 'error'])('may end with %s', async (type) => {
    const event = (name: string, fields: object) =>
      `event: ${name}\ndata: ${JSON.stringify({ type: name, ...fields })}\n\n`
    const text =
      event('response.created', { response: { usage: null } }) + event(type, { code: 'x', message: 'Sorry.' })
    answer = { raw: Buffer.from(text), headers: { 'content-type': 'text/event-stream' } }
    const { isWhole, body: came } = await stream()
    expect([isWhole, came.toString('utf8')]).toEqual([true, text])
  })
})
