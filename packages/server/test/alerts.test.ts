import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type AlertReceiver, startAlertReceiver } from './alert-receiver.ts'
import { CHAT, send } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, makeAccount, talk } from './transcripts.ts'

const SECRET = 'a secret for the alerts of a test'
const TOKEN = 'the-token-of-the-operator'
const CENT = 1_000_000
/** One cent at the price of gpt-4o. */
const ONE_CENT = { prompt_tokens: 2000, completion_tokens: 500 }
/** Longer than a test, so that no check runs by itself. */
const NEVER_MS = 2_000_000_000

let proxy: TestProxy
let receiver: AlertReceiver
afterEach(async () => {
  await proxy.close()
  receiver.close()
})

async function start(statuses?: readonly number[], variables: Record<string, string> = {}): Promise<void> {
  receiver = await startAlertReceiver(statuses)
  proxy = await startProxy({
    secrets: { adminToken: TOKEN, alertWebhook: { url: receiver.url, secret: SECRET } },
    overrides: { limits: { alertCheckMs: NEVER_MS } },
    variables,
  })
  proxy.upstream.play(reply(200, JSON.stringify({ usage: ONE_CENT })))
}

async function look(): Promise<void> {
  const { alerts, usage } = proxy.server.deps
  await usage.flush()
  await alerts!.look()
  await alerts!.delivered()
}

async function issue(fields: object): Promise<string> {
  const { body } = await send(`${proxy.url}/admin/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'limited', ...fields }),
  })
  return (JSON.parse(body.toString('utf8')) as { key: string }).key
}

const chat = (key: string, body: object = CHAT) =>
  send(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const dataOf = (index: number) => (JSON.parse(receiver.received[index]!.body) as { data: object }).data

describe('alerts', () => {
  test('report once that a key has reached its spending limit, signed and without the key', async () => {
    await start()
    const key = await issue({ spending_limit: { cents: 2, period: 'day' }, tags: ['team-a'] })
    await chat(key)
    await look()
    expect(receiver.received).toEqual([])
    await chat(key)
    await look()
    await look()
    expect(receiver.types()).toEqual(['pleat.spending_limit'])
    expect(dataOf(0)).toMatchObject({
      account: 'limited',
      tags: ['team-a'],
      spent_cents: 2,
      limit_cents: 2,
      percent: 100,
    })
    const { headers, body } = receiver.received[0]!
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`)
    expect(body).not.toContain(key)
  })

  test('are sent at the configured shares', async () => {
    await start(undefined, { PLEAT_ALERT_AT: '25%, 75%' })
    const key = await issue({ spending_limit: { cents: 4, period: 'month' } })
    await chat(key)
    await look()
    expect(dataOf(0)).toMatchObject({ severity: 'warning', percent: 25, threshold_percent: 25 })
    await chat(key)
    await look()
    expect(receiver.received).toHaveLength(1)
    await chat(key)
    await look()
    expect(dataOf(1)).toMatchObject({ percent: 75, threshold_percent: 75 })
  })

  test('report an exhausted budget for transcript views, and again after a payment into it', async () => {
    await start()
    const { key, name: account } = await makeAccount(proxy, { plan: 'free', budgetMicroCents: CENT / 100 })
    const view = () => askForView(proxy, key, { session_id: 's', messages: talk(16), model_hint: 'claude-opus-5-5' })
    await look()
    await view()
    await look()
    await look()
    expect(receiver.types()).toEqual(['pleat.tul1_budget'])
    expect(dataOf(0)).toMatchObject({ account, left_cents: 0, granted_cents: 0.01 })
    await proxy.server.deps.store.accounts.addBudget(account, CENT / 100)
    await look()
    expect(receiver.received).toHaveLength(1)
    await view()
    await look()
    expect(receiver.types()).toHaveLength(2)
  })

  test('report a failing provider without text of the conversation', async () => {
    await start()
    proxy.upstream.play(reply(500, '{"error":{"message":"the-words-of-the-provider"}}'))
    const body = { ...CHAT, messages: [{ role: 'user', content: 'the-words-of-the-user' }] }
    for (let request = 0; request < 6; request++) await chat(KEY, body)
    await look()
    await look()
    expect(receiver.types()).toEqual(['pleat.provider_failing'])
    expect(dataOf(0)).toMatchObject({ upstream: 'openai', requests: 6, failed: 6, reasons: { 500: 6 } })
    expect(receiver.received[0]!.body).not.toMatch(/the-words-of/)
  })

  test('report an unreachable provider', async () => {
    await start()
    await proxy.upstream.close()
    for (let request = 0; request < 6; request++) await chat(KEY)
    await look()
    expect(dataOf(0)).toMatchObject({ upstream: 'openai', reasons: { upstream_unreachable: 6 } })
  })

  test('are retried with the same id, and raised again after a refusal', async () => {
    await start([500, 404, 204])
    const key = await issue({ spending_limit: { cents: 1, period: 'day' } })
    await chat(key)
    await look()
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(first!.headers['webhook-id']).toBe(second!.headers['webhook-id'])
    expect(proxy.server.deps.counters.read().alert_failed).toBe(1)
    expect(proxy.logLines.join('')).toContain('after 2 tries: the receiver answered 404')
    await look()
    await look()
    expect(receiver.received).toHaveLength(3)
  })

  test('do not keep a server from stopping', async () => {
    await start([500])
    const key = await issue({ spending_limit: { cents: 1, period: 'day' } })
    await chat(key)
    const { alerts, usage } = proxy.server.deps
    await usage.flush()
    await alerts!.look()
    await expect.poll(() => receiver.received.length).toBe(1)
    const startedAt = performance.now()
    await proxy.server.close()
    expect(performance.now() - startedAt).toBeLessThan(900)
    expect(proxy.logLines.join('')).not.toContain('An alert could not be sent')
  })
})
