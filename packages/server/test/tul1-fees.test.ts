import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../src/adapters/log.ts'
import { ThreadedTranscripts } from '../src/adapters/threads/threaded-transcripts.ts'
import { feeFor } from '../src/money/fees.ts'
import { createPriceList } from '../src/money/prices.ts'
import { errorOf } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, json, makeAccount, talk } from './transcripts.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(async () => {
  expect((await proxy.server.deps.store.ledger.verify()).flatMap(({ problems }) => problems)).toEqual([])
  await proxy.close()
})

const messages = talk(16)
const opus = { session_id: 's', messages, model_hint: 'claude-opus-5-5' }
const CENT = 1_000_000

const balanceOf = async (accountId: string) => (await proxy.server.deps.store.ledger.findBalance(accountId))!

/** The fee of a view of `request` for an account of this plan, in whole micro-cents. */
async function fullFee(plan: 'free' | 'pro', request: object = opus): Promise<number> {
  const { key } = await makeAccount(proxy, { plan, budgetMicroCents: 1000 * CENT })
  return Math.round(Number(json(await askForView(proxy, key, request)).fee_cents) * CENT)
}

describe('the fee', () => {
  test('is tokens saved x input price x share, taken from a free budget and owed by a pro account', async () => {
    const free = await makeAccount(proxy, { plan: 'free', budgetMicroCents: 10 * CENT })
    const pro = await makeAccount(proxy, { plan: 'pro', budgetMicroCents: 10 * CENT })
    const price = createPriceList().find({ model: opus.model_hint, provider: undefined })
    expect(price.microDollarsPerMillion).toBe(4_000_000)
    const answers = {
      free: json(await askForView(proxy, free.key, opus)),
      pro: json(await askForView(proxy, pro.key, opus)),
    }
    const saved = Number(answers.free.saving_tokens)
    expect(saved).toBeGreaterThan(300)
    // 4 dollars a million are 400 micro-cents a token, of which a free plan pays 30 % and a pro plan 20 %.
    expect(answers.free.fee_cents).toBe((saved * 120) / CENT)
    expect(answers.pro.fee_cents).toBe((saved * 80) / CENT)
    expect(feeFor(saved, price, 'free')).toBe(saved * 120)
    expect(await balanceOf(free.accountId)).toMatchObject({
      budgetMicroCents: 10 * CENT - saved * 120,
      owedMicroCents: 0,
    })
    expect(await balanceOf(pro.accountId)).toMatchObject({ budgetMicroCents: 10 * CENT, owedMicroCents: saved * 80 })
  })

  test('follows the model, else the provider, else the default', async () => {
    const { key } = await makeAccount(proxy, { plan: 'pro' })
    const perToken = async (hints: object) => {
      const body = json(await askForView(proxy, key, { messages, ...hints }))
      return (Number(body.fee_cents) * CENT) / Number(body.saving_tokens) / 20
    }
    expect(await perToken({ model_hint: 'claude-haiku-5-5' })).toBeCloseTo(0.1, 5)
    expect(await perToken({ model_hint: 'claude-opus-99' })).toBeCloseTo(4, 5)
    expect(await perToken({ model_hint: 'nobody', provider_hint: 'google' })).toBeCloseTo(0.75, 5)
    expect(await perToken({})).toBeCloseTo(2, 5)
  })

  test('is at most the rest of a free budget, and without budget there is no view', async () => {
    const fee = await fullFee('free')
    const { key, accountId } = await makeAccount(proxy, { plan: 'free', budgetMicroCents: fee + 7 })
    const cents = async () => {
      const answer = await askForView(proxy, key, opus)
      return answer.status === 200 ? Number(json(answer).fee_cents) * CENT : answer.status
    }
    expect([await cents(), await cents(), await cents()]).toEqual([fee, 7, 402])
    expect((await balanceOf(accountId)).budgetMicroCents).toBe(0)
  })

  test('of 30 concurrent calls with a budget for one is charged once', async () => {
    const fee = await fullFee('free')
    const { key, accountId } = await makeAccount(proxy, { plan: 'free', budgetMicroCents: fee })
    const answers = await Promise.all(Array.from({ length: 30 }, () => askForView(proxy, key, opus)))
    const served = answers.filter(({ status }) => status === 200)
    expect(served.map((answer) => Number(json(answer).fee_cents) * CENT)).toEqual([fee])
    const refused = answers.filter(({ status }) => status === 402)
    expect(refused).toHaveLength(29)
    for (const answer of refused) expect(json(answer)).toMatchObject({ your_tier: 'free', your_budget_cents: 0 })
    expect(await balanceOf(accountId)).toMatchObject({ budgetMicroCents: 0, owedMicroCents: 0 })
  })

  test('of 30 concurrent calls on a pro plan is charged 30 times', async () => {
    const fee = await fullFee('pro')
    const { key, accountId } = await makeAccount(proxy, { plan: 'pro' })
    await Promise.all(Array.from({ length: 30 }, () => askForView(proxy, key, opus)))
    expect((await balanceOf(accountId)).owedMicroCents).toBe(30 * fee)
  })
})

describe('an Idempotency-Key', () => {
  const once = { 'idempotency-key': 'retry-1' }

  test('returns the same response and charges once, for sequential and concurrent calls', async () => {
    const fee = await fullFee('pro')
    const { key, accountId } = await makeAccount(proxy, { plan: 'pro' })
    const request = { messages, model_hint: 'claude-opus-5-5' }
    const first = await askForView(proxy, key, request, once)
    const repeats = await Promise.all(Array.from({ length: 10 }, () => askForView(proxy, key, request, once)))
    for (const answer of repeats) expect(json(answer)).toEqual(json(first))
    expect((await balanceOf(accountId)).owedMicroCents).toBe(fee)
  })

  test('of many concurrent calls is charged once', async () => {
    const fee = await fullFee('free')
    const { key, accountId } = await makeAccount(proxy, { plan: 'free', budgetMicroCents: 10 * fee })
    const answers = await Promise.all(Array.from({ length: 12 }, () => askForView(proxy, key, opus, once)))
    expect(new Set(answers.map((answer) => answer.body.toString())).size).toBe(1)
    expect((await balanceOf(accountId)).budgetMicroCents).toBe(9 * fee)
  })

  test('is honoured after the first call has used up the budget, or the plan has changed', async () => {
    const fee = await fullFee('free')
    const { key, name, accountId } = await makeAccount(proxy, { plan: 'free', budgetMicroCents: fee })
    const first = await askForView(proxy, key, opus, once)
    expect((await askForView(proxy, key, opus)).status).toBe(402)
    expect(json(await askForView(proxy, key, opus, once))).toEqual(json(first))
    await proxy.server.deps.store.accounts.setPlan(name, 'pro')
    expect(json(await askForView(proxy, key, opus, once))).toEqual(json(first))
    expect(await balanceOf(accountId)).toEqual({ plan: 'pro', budgetMicroCents: 0, owedMicroCents: 0 })
  })

  test('with another body is refused with its header name and not charged', async () => {
    const { key, accountId } = await makeAccount(proxy, { plan: 'pro' })
    await askForView(proxy, key, opus, once)
    const owed = (await balanceOf(accountId)).owedMicroCents
    const answer = await askForView(proxy, key, { ...opus, protection_mode: 'off' }, once)
    expect(answer.status).toBe(409)
    expect(errorOf(answer)).toMatchObject({ code: 'idempotency_mismatch', param: 'Idempotency-Key' })
    expect(errorOf(answer).message).toContain('Idempotency-Key')
    expect((await balanceOf(accountId)).owedMicroCents).toBe(owed)
  })

  test('of another account is another key', async () => {
    const first = await makeAccount(proxy, { plan: 'pro' })
    const second = await makeAccount(proxy, { plan: 'pro' })
    await askForView(proxy, first.key, opus, once)
    expect((await askForView(proxy, second.key, { ...opus, protection_mode: 'off' }, once)).status).toBe(200)
    expect((await balanceOf(second.accountId)).owedMicroCents).toBeGreaterThan(0)
  })

  test('is stored for free calls, and not for refused ones', async () => {
    const { key } = await makeAccount(proxy, { plan: 'pro' })
    expect((await askForView(proxy, key, { messages: talk(2) }, once)).status).toBe(200)
    expect((await askForView(proxy, key, opus, once)).status).toBe(409)
    const other = { 'idempotency-key': 'retry-2' }
    expect((await askForView(proxy, key, { messages: [] }, other)).status).toBe(400)
    expect((await askForView(proxy, key, opus, other)).status).toBe(200)
  })

  test('that is too long is refused with its header name', async () => {
    const { key } = await makeAccount(proxy, { plan: 'pro' })
    const answer = await askForView(proxy, key, opus, { 'idempotency-key': 'x'.repeat(256) })
    expect([answer.status, errorOf(answer).param]).toEqual([400, 'Idempotency-Key'])
  })
})

test('a thread that dies causes no fee, and the next call is served', async () => {
  const threads: Worker[] = []
  const transcriptWorker = new ThreadedTranscripts({
    log: createLog('silent'),
    open(workerData) {
      const thread = new Worker(new URL('../src/adapters/threads/transcript-thread.ts', import.meta.url), {
        workerData,
      })
      threads.push(thread)
      return thread
    },
  })
  const other = await startProxy({ overrides: { transcriptWorker } })
  const { key, accountId } = await makeAccount(other, { plan: 'pro' })
  const { ledger } = other.server.deps.store
  const asked = askForView(other, key, opus, { 'idempotency-key': 'after-death' })
  while (threads.length === 0) await new Promise(setImmediate)
  await threads[0]!.terminate()
  const broken = await asked
  expect([broken.status, errorOf(broken).code]).toEqual([503, 'busy'])
  expect((await ledger.findBalance(accountId))?.owedMicroCents).toBe(0)
  const askAgain = async () => (await askForView(other, key, opus, { 'idempotency-key': 'after-death' })).status
  await expect.poll(askAgain, { timeout: 20_000 }).toBe(200)
  expect(threads).toHaveLength(2)
  await other.close()
})
