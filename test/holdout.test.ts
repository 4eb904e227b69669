import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play } from './harness/play.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat, variablesFor } from './harness/start-pleat.ts'
import { post } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const ADMIN_TOKEN = 'a-token-of-the-operator'
const MAIN = join(import.meta.dirname, '../packages/server/src/main.ts')
/** Sessions are divided at random, so more are played while a group has fewer than two. 64 are practically enough. */
const SESSIONS = { least: 12, most: 64 }
const TURNS = 9

interface Shown {
  readonly holdout_share: number
  readonly folded_sessions: number
  readonly held_out_sessions: number
  readonly measures: Readonly<Record<string, ShownMeasure>>
}

interface ShownMeasure {
  readonly folded: number
  readonly held_out: number
  readonly relative: { readonly estimate: number; readonly low: number; readonly high: number } | null
  readonly sessions_still_needed: number | null
}

describe('a holdout of 50 %', () => {
  const dialogue = createDialogue(31)
  const sessions = new Map<string, readonly PlayedTurn[]>()
  let standIn: StandIn
  let pleat: Pleat
  let shown: Shown

  const groupOf = (id: string) => (sessions.get(id)!.at(-1)!.savings.compression === 'holdout' ? 'held out' : 'folded')
  const inGroup = (group: string) => [...sessions.keys()].filter((id) => groupOf(id) === group)

  async function ask(id: string, turn = 1): Promise<string> {
    const messages = Array.from({ length: turn }, (_, index) => [
      { role: 'user', content: dialogue.question(index + 1) },
      { role: 'assistant', content: dialogue.answer(index + 1) },
    ]).flat()
    const body = { model: 'gpt-4o', messages: messages.slice(0, -1) }
    const response = await post(pleat.url, 'openai', { key: pleat.key, body, headers: { 'x-session-id': id } })
    return savingsIn(response.headers).compression
  }

  beforeAll(async () => {
    standIn = await startStandIn({ answer: answerFrom(dialogue) })
    const variables = { PLEAT_HOLDOUT: '50%', PLEAT_ADMIN_TOKEN: ADMIN_TOKEN }
    pleat = await startPleat({ providerUrl: standIn.url, variables })
    const smallest = () => Math.min(inGroup('held out').length, inGroup('folded').length)
    for (let index = 0; index < SESSIONS.least || (smallest() < 2 && index < SESSIONS.most); index++) {
      const headers = { 'x-session-id': `session-${index}` }
      const options = {
        wire: 'openai',
        base: () => pleat.url,
        key: pleat.key,
        standIn,
        dialogue,
        turns: TURNS,
      } as const
      sessions.set(`session-${index}`, await play({ ...options, headers }))
    }
    await pleat.server.deps.comparison.flush()
    const response = await fetch(`${pleat.url}/admin/v1/holdout?detect=10`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
    shown = (await response.json()) as Shown
  })
  afterAll(async () => {
    await pleat.close()
    await standIn.close()
  })

  test('has sessions in both groups', () => {
    expect(inGroup('held out').length).toBeGreaterThan(1)
    expect(inGroup('folded').length).toBeGreaterThan(1)
  })

  test('never folds a held-out session, and names the group in every response', () => {
    for (const id of inGroup('held out')) {
      for (const { given, sent, savings } of sessions.get(id)!) {
        expect(sent.map(({ body }) => body.toString('utf8'))).toEqual([given])
        expect([savings.compression, savings.saved]).toEqual(['holdout', 0])
      }
    }
  })

  test('folds all sessions that are not held out', () => {
    for (const id of inGroup('folded')) {
      const outcomes = sessions.get(id)!.map(({ savings }) => savings.compression)
      expect(outcomes).not.toContain('holdout')
      expect(sessions.get(id)!.reduce((sum, { savings }) => sum + savings.saved, 0)).toBeGreaterThan(0)
    }
  })

  test('compares the two groups of sessions', () => {
    expect(shown).toMatchObject({
      holdout_share: 0.5,
      folded_sessions: inGroup('folded').length,
      held_out_sessions: inGroup('held out').length,
    })
    const { input_tokens: input, turns, errors, retries, latency, input_cost: cost } = shown.measures
    expect([turns!.folded, turns!.held_out]).toEqual([TURNS, TURNS])
    expect([errors!.folded, errors!.held_out, retries!.folded, retries!.held_out]).toEqual([0, 0, 0, 0])
    // All sessions are the same conversation, so the difference is exactly what was saved.
    expect(input!.relative!.estimate).toBeLessThan(-0.05)
    expect(input!.relative!.high - input!.relative!.low).toBeLessThan(0.01)
    expect(cost!.folded).toBeGreaterThan(0)
    expect(latency!.sessions_still_needed).toBeGreaterThanOrEqual(0)
  })

  test('is counted in the usage', async () => {
    await pleat.server.deps.usage.flush()
    const [row] = await pleat.server.deps.store.usage.list({})
    expect(row!.heldOut).toBe(inGroup('held out').length * TURNS)
  })

  test('counts a repeated request as a retry', async () => {
    const [id] = inGroup('held out')
    expect(await ask(id!, 7)).toBe('holdout')
    expect(await ask(id!, 7)).toBe('holdout')
    await pleat.server.deps.comparison.flush()
    const rows = await pleat.server.deps.store.holdout.list({ since: 0, leastTurns: 5, limit: 100 })
    expect(rows.filter(({ retries }) => retries === 1)).toMatchObject([{ isHeldOut: true, requests: TURNS + 2 }])
  })

  test('keeps the group of a session after a restart and with a larger share', async () => {
    await pleat.restart()
    for (const id of sessions.keys())
      expect(await ask(id), id).toBe(groupOf(id) === 'folded' ? 'short-conversation' : 'holdout')
    const more = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_HOLDOUT: '100%' } })
    const { key } = more
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }
    expect(savingsIn((await post(more.url, 'openai', { key, body })).headers).compression).toBe('holdout')
    const off = await post(more.url, 'openai', { key, body, headers: { 'x-service-compression': 'off' } })
    expect(savingsIn(off.headers).compression).toBe('off')
    await more.close()
  })

  test('shows the same groups and measures in the command and in the API', async () => {
    await pleat.server.deps.comparison.flush()
    const { dataDir } = pleat.server.deps.config
    const env = { ...process.env, ...variablesFor(standIn.url, dataDir), PLEAT_HOLDOUT: '50%' }
    const run = (...options: string[]) => promisify(execFile)(process.execPath, [MAIN, 'holdout', ...options], { env })
    const [json, text] = await Promise.all([run('--json', '--detect', '10'), run()])
    const printed = JSON.parse(json.stdout) as Shown
    expect(printed.held_out_sessions).toBe(shown.held_out_sessions)
    expect(Object.keys(printed.measures)).toEqual(Object.keys(shown.measures))
    expect(text.stdout).toContain('50 % of the sessions are held out.')
    expect(text.stdout).toMatch(/input_tokens +[\d,.]+ +[\d,.]+ +-\d/)
  })
})

test('continues to fold a session from before the holdout, and excludes it from the comparison', async () => {
  const dialogue = createDialogue(33)
  const standIn = await startStandIn({ answer: answerFrom(dialogue) })
  const variables: Record<string, string> = {}
  const pleat = await startPleat({ providerUrl: standIn.url, variables })
  const messages = (turn: number) =>
    Array.from({ length: turn }, (_, index) => [
      { role: 'user', content: dialogue.question(index + 1) },
      { role: 'assistant', content: dialogue.answer(index + 1) },
    ])
      .flat()
      .slice(0, -1)
  const ask = async (turn: number) => {
    const body = { model: 'gpt-4o', messages: messages(turn) }
    const response = await post(pleat.url, 'openai', { key: pleat.key, body, headers: { 'x-session-id': 'before' } })
    return savingsIn(response.headers)
  }
  let saved = 0
  for (let turn = 1; turn <= 12; turn++) saved = (await ask(turn)).saved
  expect(saved).toBeGreaterThan(0)
  await pleat.server.deps.sessions.save()
  const dataDir = pleat.server.deps.config.dataDir
  const after = await startPleat({
    providerUrl: standIn.url,
    variables: { PLEAT_DATA_DIR: dataDir, PLEAT_HOLDOUT: '100%' },
  })
  const body = { model: 'gpt-4o', messages: messages(13) }
  const response = await post(after.url, 'openai', { key: pleat.key, body, headers: { 'x-session-id': 'before' } })
  expect(['folded', 'recalled']).toContain(savingsIn(response.headers).compression)
  await after.server.deps.comparison.flush()
  expect(await after.server.deps.store.holdout.list({ since: 0, leastTurns: 0, limit: 9 })).toEqual([])
  await after.close()
  await pleat.close()
  await standIn.close()
})
