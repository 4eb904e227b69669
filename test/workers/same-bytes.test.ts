import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDialogue } from '../harness/dialogue.ts'
import { answerFrom, type PlayedTurn, type PlayOptions, play, turnsThatMoved } from '../harness/play.ts'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'
import { type LinkedWorkers, linkWorkers, PATIENT_LIMITS } from './linked-workers.ts'

const TURNS = 24
const SEED = 5

let standIns: StandIn[] = []
let pleat: Pleat
let linked: LinkedWorkers

beforeAll(async () => {
  standIns = [await openStandIn(), await openStandIn()]
  pleat = await startPleat({ providerUrl: standIns[0]!.url, overrides: { limits: PATIENT_LIMITS } })
  linked = await linkWorkers(standIns[1]!.url)
  // While other tests run, compilation on first use could exceed the deadline, and then the original would be sent.
  await foldOnce(pleat.url, pleat.key, standIns[0]!)
  for (const url of linked.urls) await foldOnce(url, linked.key, standIns[1]!)
  linked.problems.splice(0)
}, 180_000)

/** Plays conversations until one of them is folded. */
async function foldOnce(url: string, key: string, standIn: StandIn): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const headers = { 'x-session-id': `first ${attempt}` }
    const dialogue = createDialogue(100 + attempt)
    const played = await play({ wire: 'openai', base: () => url, key, standIn, dialogue, turns: TURNS, headers })
    if (turnsThatMoved(played).length > 0) return
  }
  throw new Error(`${url} folds nothing`)
}

afterAll(async () => {
  await pleat.close()
  await linked.close()
  for (const standIn of standIns) await standIn.close()
})

function openStandIn(): Promise<StandIn> {
  return startStandIn({ answer: answerFrom(createDialogue(SEED)) })
}

type Options = Pick<PlayOptions, 'wire' | 'headers' | 'fields'>

/** The same conversation through one process, and through two workers in alternation. */
async function playBoth(options: Options, seed = SEED): Promise<{ alone: PlayedTurn[]; inTurn: PlayedTurn[] }> {
  const dialogue = createDialogue(seed)
  const common = { dialogue, turns: TURNS, ...options }
  const alone = await play({ ...common, base: () => pleat.url, key: pleat.key, standIn: standIns[0]! })
  let turn = 0
  const base = () => linked.urls[turn++ % 2]!
  const inTurn = await play({ ...common, base, key: linked.key, standIn: standIns[1]! })
  return { alone, inTurn }
}

async function newestSession() {
  await linked.save()
  return (await linked.workers[0]!.deps.store.sessions.list({ limit: 1 }))[0]
}

const bodiesOf = (played: readonly PlayedTurn[]) =>
  played.map(({ sent }) => sent.map(({ body }) => body.toString('utf8')))
const MARK = { cache_control: { type: 'ephemeral' } }
const MARKED = { system: [{ type: 'text', text: 'Answer briefly.', ...MARK }] }

describe('a conversation served by two workers in alternation', () => {
  test.each<Options & { name: string }>([
    { name: 'with an id', wire: 'openai', headers: { 'x-session-id': 'named' } },
    { name: 'without an id', wire: 'openai', headers: {} },
    { name: 'of the messages API', wire: 'anthropic', headers: { 'x-session-id': 'messages' }, fields: MARKED },
    { name: 'of the Responses API', wire: 'responses', headers: {} },
    {
      name: 'with objective cost and a provider that caches nothing',
      wire: 'anthropic',
      headers: { 'x-session-id': 'uncached', 'x-service-objective': 'cost' },
    },
    {
      name: 'with objective cost and a provider that caches',
      wire: 'anthropic',
      headers: { 'x-session-id': 'cached', 'x-service-objective': 'cost' },
      fields: MARKED,
    },
  ])('reaches the provider byte for byte as from one process, $name', async ({ name: _, ...options }) => {
    const { alone, inTurn } = await playBoth(options)
    expect(inTurn.every(({ response }) => response.status === 200)).toBe(true)
    expect(bodiesOf(inTurn)).toEqual(bodiesOf(alone))
    expect(linked.problems).toEqual([])
    if (options.headers?.['x-service-objective'] === undefined) expect(turnsThatMoved(inTurn).length).toBeGreaterThan(0)
  })

  test('is one session with the figures of all turns', async () => {
    const { inTurn } = await playBoth({ wire: 'openai' }, SEED + 1)
    const ids = new Set(inTurn.map(({ response }) => response.headers['x-service-session-id']))
    expect([...ids]).toEqual([expect.any(String)])
    const sum = (name: 'original' | 'saved') => inTurn.reduce((all, { savings }) => all + savings[name], 0)
    const figures = { turns: TURNS, requests: TURNS, originalTokens: sum('original'), savedTokens: sum('saved') }
    await vi.waitFor(async () => expect(await newestSession()).toMatchObject(figures), 10_000)
  })
})

test('a session loses no turns when both workers serve its requests at once', async () => {
  const body = JSON.stringify({
    model: 'gpt-4o',
    messages: [
      { role: 'user', content: 'One.' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: 'Three.' },
    ],
  })
  const ask = async (index: number) => {
    const headers = {
      authorization: `Bearer ${linked.key}`,
      'content-type': 'application/json',
      'x-session-id': 'shared',
    }
    const response = await fetch(`${linked.urls[index % 2]}/v1/chat/completions`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await vi.waitFor(async () => expect(await newestSession()).toMatchObject({ turns: 2, requests: 40 }), 10_000)
})
