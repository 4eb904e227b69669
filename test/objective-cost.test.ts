import { afterEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, type PlayOptions, play, turnsThatMoved } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const MINUTE_MS = 60_000
const MARK = { cache_control: { type: 'ephemeral' } }
/** A model that reads input from its cache at a tenth of the price. */
const CHEAP = { model: 'gpt-5' }
const INSTRUCTIONS = [{ type: 'text', text: 'Answer briefly.', ...MARK }]

let standIn: StandIn
let pleat: Pleat
let time: number

afterEach(async () => {
  expect(standIn.refusals().map(({ refusal }) => refusal)).toEqual([])
  expect(pleat.problems()).toEqual([])
  await pleat.close()
  await standIn.close()
})

interface ConverseOptions extends Partial<PlayOptions> {
  /** Returns the milliseconds between the previous turn and this one. */
  readonly pauseBefore?: (turn: number) => number
}

/** A conversation with its own provider and a manually advanced clock. */
async function converse(wire: Wire, turns: number, options: ConverseOptions = {}): Promise<PlayedTurn[]> {
  const dialogue = createDialogue(5)
  await pleat?.close()
  await standIn?.close()
  time = 1_790_000_000_000
  standIn = await startStandIn({ answer: answerFrom(dialogue) })
  const variables = { PLEAT_CACHE_PRICES: 'provider' }
  pleat = await startPleat({ providerUrl: standIn.url, variables, overrides: { clock: { now: () => time } } })
  const headers = { 'x-session-id': 'dear', 'x-service-objective': 'cost', ...options.headers }
  return play({
    wire,
    base: () => pleat.url,
    key: pleat.key,
    standIn,
    dialogue,
    turns,
    ...options,
    headers,
    async beforeTurn(turn) {
      time += options.pauseBefore?.(turn) ?? 10_000
      await options.beforeTurn?.(turn)
    },
  })
}

const bodiesOf = (played: readonly PlayedTurn[]) =>
  played.map(({ sent }) => sent.map(({ body }) => body.toString('utf8')))
const savedAt = (played: readonly PlayedTurn[], turn: number) => played[turn - 1]!.savings.percent

describe.each<{ wire: Wire; lifetimeMs: number; fields: object }>([
  { wire: 'openai', lifetimeMs: 60 * MINUTE_MS, fields: CHEAP },
  { wire: 'anthropic', lifetimeMs: 5 * MINUTE_MS, fields: { system: INSTRUCTIONS } },
])('a pause over $wire', ({ wire, lifetimeMs, fields }) => {
  const PAUSE = 12
  const pauseOf = (pauseMs: number) => (turn: number) => (turn === PAUSE ? pauseMs : 10_000)

  test('a pause beyond the cache lifetime leads to a fold, a shorter one does not', async () => {
    const short = await converse(wire, PAUSE, { fields, pauseBefore: pauseOf(lifetimeMs - 1000) })
    expect(turnsThatMoved(short)).toEqual([])
    const long = await converse(wire, PAUSE, { fields, pauseBefore: pauseOf(lifetimeMs + 1000) })
    expect(turnsThatMoved(long)).toEqual([PAUSE])
    expect(savedAt(long, PAUSE)).toBeGreaterThan(30)
  })

  test('a restart after the pause does not change the sent requests', async () => {
    const pauseBefore = pauseOf(lifetimeMs + 1000)
    const whole = await converse(wire, 18, { fields, pauseBefore })
    const beforeTurn = async (turn: number) => {
      if (turn === PAUSE + 1 || turn === PAUSE + 3) await pleat.restart()
    }
    const restarted = await converse(wire, 18, { fields, pauseBefore, beforeTurn })
    expect(bodiesOf(restarted)).toEqual(bodiesOf(whole))
  })
})

describe('a client that asks for nothing to be cached', () => {
  test('pays the full price of all input, so its conversation is folded as with objective tokens', async () => {
    const cost = await converse('anthropic', 24)
    const tokens = await converse('anthropic', 24, { headers: { 'x-service-objective': 'tokens' } })
    expect(savedAt(cost, 24)).toBeGreaterThan(savedAt(tokens, 24) - 8)
    const bytes = (played: readonly PlayedTurn[]) => played.reduce((sum, { sent }) => sum + sent[0]!.body.length, 0)
    const marked = await converse('anthropic', 24, { fields: { system: INSTRUCTIONS } })
    expect(bytes(cost)).toBeLessThan(0.75 * bytes(marked))
  })

  test('sends the same requests to the provider after a restart', async () => {
    const beforeTurn = async (turn: number) => {
      if (turn === 18) await pleat.restart()
    }
    const whole = await converse('anthropic', 24)
    const restarted = await converse('anthropic', 24, { beforeTurn })
    expect(bodiesOf(restarted)).toEqual(bodiesOf(whole))
  })
})

test.each(['tokens', 'cost'])(
  'a conversation whose input is read from the cache is not folded before that pays, objective: %s',
  async (objective) => {
    const played = await converse('openai', 14, { fields: CHEAP, headers: { 'x-service-objective': objective } })
    expect(turnsThatMoved(played)).toEqual([])
  },
)
