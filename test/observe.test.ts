import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const WIRES: { wire: Wire }[] = [{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }]
const TURNS = 14
const ADMIN_TOKEN = 'a-token-of-the-operator'

describe.each(WIRES)('observe mode over $wire', ({ wire }) => {
  const dialogue = createDialogue(21)
  let standIn: StandIn
  let observing: Pleat
  let observed: readonly PlayedTurn[]
  let folded: readonly PlayedTurn[]

  async function playOn(pleat: Pleat): Promise<readonly PlayedTurn[]> {
    const headers = { 'x-session-id': 'observed-session' }
    return await play({ wire, base: () => pleat.url, key: pleat.key, standIn, dialogue, turns: TURNS, headers })
  }

  beforeAll(async () => {
    standIn = await startStandIn({ answer: answerFrom(dialogue) })
    const variables = { PLEAT_MODE: 'observe', PLEAT_ADMIN_TOKEN: ADMIN_TOKEN }
    observing = await startPleat({ providerUrl: standIn.url, variables })
    observed = await playOn(observing)
    const folding = await startPleat({ providerUrl: standIn.url })
    folded = await playOn(folding)
    await folding.close()
  })
  afterAll(async () => {
    await observing.close()
    await standIn.close()
  })

  const wouldSave = ({ response }: PlayedTurn) => Number(response.headers['x-service-observed-saved-tokens'] ?? 0)

  test('sends every request as the client wrote it', () => {
    for (const { given, sent } of observed) {
      expect(sent).toHaveLength(1)
      expect(sent[0]!.body.toString('utf8')).toBe(given)
    }
  })

  test('reports zero savings and the potential savings', () => {
    for (const [index, { savings }] of observed.entries()) {
      expect(savings.saved).toBe(0)
      const isRewritten =
        folded[index]!.savings.compression === 'folded' || folded[index]!.savings.compression === 'recalled'
      expect(savings.compression).toBe(isRewritten ? 'observed' : folded[index]!.savings.compression)
      expect(wouldSave(observed[index]!) > 0).toBe(folded[index]!.savings.saved > 0)
    }
    expect(observed.at(-1)!.savings.compression).toBe('observed')
  })

  test('reports the potential savings that folding achieves', () => {
    const would = observed.reduce((sum, turn) => sum + wouldSave(turn), 0)
    const real = folded.reduce((sum, { savings }) => sum + savings.saved, 0)
    expect(real).toBeGreaterThan(1000)
    // Token counts are calibrated by the provider's usage, which differs for folded requests.
    expect(Math.abs(would - real) / real).toBeLessThan(0.1)
  })

  test('lists potential and actual savings separately in the usage', async () => {
    await observing.server.deps.usage.flush()
    const response = await fetch(`${observing.url}/admin/v1/usage`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
    const { usage } = (await response.json()) as { usage: Record<string, number>[] }
    expect(usage).toHaveLength(1)
    expect(usage[0]).toMatchObject({
      requests: TURNS,
      folded: 0,
      saved_tokens: 0,
      observed: observed.filter(({ savings }) => savings.compression === 'observed').length,
      observed_saved_tokens: observed.reduce((sum, turn) => sum + wouldSave(turn), 0),
      held_out: 0,
    })
  })
})

test('a conversation with signed thinking is sent as the client wrote it', async () => {
  const dialogue = createDialogue(22)
  const standIn = await startStandIn({ answer: answerFrom(dialogue, { thinking: 'Let me see.' }) })
  const pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_MODE: 'observe' } })
  const fields = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4096 }
  const options = {
    wire: 'anthropic',
    base: () => pleat.url,
    key: pleat.key,
    standIn,
    dialogue,
    turns: 10,
    fields,
  } as const
  for (const { given, sent } of await play(options))
    expect(sent.map(({ body }) => body.toString('utf8'))).toEqual([given])
  await pleat.close()
  await standIn.close()
})
