import { encodingOf } from '@pleat/core'
import { afterEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { type PlayedTurn, type PlayOptions, play } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { Wire } from './harness/wire.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'
import type { DeskOptions } from './stand-in/desk.ts'
import type { Family } from './stand-in/refusal.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const WIRES: readonly Wire[] = ['openai', 'anthropic', 'responses']
const WINDOWS = [2048, 8192, 32_768]
/** Turns after which a conversation exceeds its window. */
const TURNS = 14
const FIELDS: Readonly<Record<Wire, string>> = {
  openai: 'max_tokens',
  anthropic: 'max_tokens',
  responses: 'max_output_tokens',
}

let standIn: StandIn
let pleat: Pleat
afterEach(async () => {
  await pleat.close()
  await standIn.close()
})

const countTokens = (text: string): number => encodingOf('o200k').count(text)

async function start(options: DeskOptions, variables: Record<string, string> = {}): Promise<void> {
  standIn = await startStandIn({ countTokens, answer: () => ({ text: 'Well.' }), ...options })
  pleat = await startPleat({ providerUrl: standIn.url, variables })
}

async function startKnown(window: number): Promise<void> {
  standIn = await startStandIn({ countTokens, windowTokens: window, answer: () => ({ text: 'Well.' }) })
  pleat = await startPleat({ providerUrl: standIn.url, variables: knownWindow(window) })
}

/** The environment of a server whose operator states the window. */
function knownWindow(tokens: number): Record<string, string> {
  const upstream = (api: Family, url: string) => ({
    name: `local-${api}`,
    api,
    url,
    window: tokens,
    prices: 'none',
    key: STAND_IN_KEYS[api],
  })
  return {
    PLEAT_UPSTREAMS: JSON.stringify([upstream('openai', `${standIn.url}/v1`), upstream('anthropic', standIn.url)]),
  }
}

const dialogue = createDialogue(5)
const filler = createDialogue(9)

/** A dialogue whose answers have about `tokens` tokens each. */
function longDialogue(tokens: number) {
  return {
    question: dialogue.question,
    answer(turn: number) {
      let text = dialogue.answer(turn)
      let left = tokens - countTokens(text)
      for (let i = 1; left > 0; i++) {
        const more = ` ${filler.answer(100 * turn + i)}`
        text += more
        left -= countTokens(more)
      }
      return text
    },
  }
}

/** The messages up to and including the last digest. */
function recordIn(body: unknown): readonly unknown[] {
  const { messages } = body as { readonly messages: readonly { readonly content: unknown }[] }
  return messages.slice(0, messages.findLastIndex(({ content }) => String(content).startsWith('[Record')) + 1)
}

function converse(wire: Wire, window: number, options: Partial<PlayOptions> = {}): Promise<PlayedTurn[]> {
  const fields = { model: 'local-model', [FIELDS[wire]]: Math.floor(window / 16) }
  const dialogue = longDialogue(window / 4)
  const headers = { 'x-session-id': 'window' }
  return play({
    wire,
    base: () => pleat.url,
    key: pleat.key,
    standIn,
    dialogue,
    turns: TURNS,
    fields,
    headers,
    ...options,
  })
}

// The longest window is tried over one wire only: over others it only takes longer.
const CASES = WIRES.flatMap((wire) => WINDOWS.map((window) => ({ wire, window }))).filter(
  ({ wire, window }) => wire === 'openai' || window < 32_768,
)

describe.each(CASES)('a window of $window tokens over $wire', ({ wire, window }) => {
  test('that is known leads to no refusal', async () => {
    await startKnown(window)
    const played = await converse(wire, window)
    expect(played.map(({ response }) => response.status)).toEqual(played.map(() => 200))
    expect(played.map(({ sent }) => sent.length)).toEqual(played.map(() => 1))
    const direct = countTokens(played.at(-1)!.given)
    expect(direct).toBeGreaterThan(1.3 * window)
    expect(pleat.server.deps.counters.read()).toMatchObject({ self_check_failed: 0, fold_failed: 0 })
  })

  test('is learned from the first refusal, which does not reach the client', async () => {
    await start({ windowTokens: window })
    // Nothing is folded before turn 5, so that the first request beyond the window is sent unchanged.
    const dialogue = longDialogue(window / 3)
    const played = await converse(wire, window, { dialogue, turns: 12 })
    expect(played.map(({ response }) => response.status)).toEqual(played.map(() => 200))
    const retried = played.filter(({ sent }) => sent.length > 1)
    expect(retried.length).toBeGreaterThan(0)
    // The refusal on one wire does not name the length of the window.
    expect(retried.length).toBeLessThanOrEqual(wire === 'responses' ? 3 : 1)
    expect(retried[0]!.sent[0]!.body.toString('utf8')).toBe(retried[0]!.given)
    expect(retried[0]!.savings.compression).toBe('window')
    expect(retried[0]!.response.body.equals(retried[0]!.sent[1]!.answer.body)).toBe(true)
  })
})

describe('a request that is longer than the window', () => {
  test('is sent unchanged when the client disables compression, and its refusal is returned byte for byte', async () => {
    await start({ windowTokens: 2048 })
    const headers = { 'x-service-compression': 'off' }
    const played = await converse('openai', 2048, { headers })
    const { sent, given, response, savings } = played.at(-1)!
    expect([sent.length, response.status, savings.compression]).toEqual([1, 400, 'off'])
    expect(sent[0]!.body.toString('utf8')).toBe(given)
    expect(response.body.equals(sent[0]!.answer.body)).toBe(true)
  })

  test('is not folded in observe mode', async () => {
    await start({ windowTokens: 2048 }, { PLEAT_MODE: 'observe' })
    const { sent, given, response } = (await converse('openai', 2048)).at(-1)!
    expect([sent.length, response.status]).toEqual([1, 400])
    expect(sent[0]!.body.toString('utf8')).toBe(given)
  })

  test.each(WIRES)('is sent unchanged over %s when its newest message alone exceeds the window', async (wire) => {
    await startKnown(2048)
    const long = filler.answer(1).repeat(200)
    const dialogue = {
      ...longDialogue(128),
      question: (turn: number) => (turn === 8 ? long : longDialogue(1).question(turn)),
    }
    const played = await converse(wire, 2048, { dialogue, turns: 8 })
    const { sent, given, response, savings } = played.at(-1)!
    expect(response.status).toBe(400)
    expect(response.body.equals(sent.at(-1)!.answer.body)).toBe(true)
    expect([sent.length, savings.compression]).toEqual([1, 'too-long'])
    expect(sent[0]!.body.toString('utf8') === given).toBe(true)
  })

  test('keeps the digests of the turn before in over a third of the turns beyond the window', async () => {
    await start({ windowTokens: 1024 })
    const turns = 100
    const played = await converse('openai', 1024, { turns, dialogue: longDialogue(60) })
    const tight = played.filter(({ savings }) => savings.compression === 'window')
    expect(tight.length).toBeGreaterThan(5)
    const records = tight.map(({ sent }) => JSON.stringify(recordIn(sent.at(-1)!.json)))
    const moved = records.filter((record, index) => index > 0 && record !== records[index - 1])
    expect(moved.length).toBeLessThan((2 / 3) * tight.length)
  })

  test('tells the client and the model that turns are abridged', async () => {
    await start({ windowTokens: 2048 })
    const { sent, savings } = (await converse('openai', 2048)).at(-1)!
    expect(savings.compression).toBe('window')
    expect(sent.at(-1)!.body.toString('utf8')).toContain('abridged: in full they exceed the context window.')
  })
})
