import { expect, test } from 'vitest'
import type { Alert } from './alert.ts'
import { CLAIM_MS, type Webhook } from './alert-ports.ts'
import { deliverAlert, PAUSES_MS } from './deliver-alert.ts'

const ALERT: Alert = {
  kind: 'test',
  severity: 'warning',
  key: 'test 1',
  quietMs: undefined,
  message: 'this is a test',
  data: { upstream: 'local' },
}

/** A receiver that takes these steps in order: it answers with a status, or fails. */
function receiver(steps: readonly (number | 'unreachable')[]) {
  const requests: Parameters<Webhook['post']>[0][] = []
  const webhook: Webhook = {
    async post(request) {
      const step = steps[Math.min(requests.length, steps.length - 1)]!
      requests.push(request)
      if (step === 'unreachable') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return step
    },
    close: async () => {},
  }
  const now = () => 5000 + 400_000 * requests.length
  const deliver = (signal = new AbortController().signal) =>
    deliverAlert(
      { webhook, secret: 'a secret of the test', pausesMs: [1, 1, 1], clock: { now }, ref: true },
      { alert: ALERT, at: 5000, signal },
    )
  return { requests, deliver }
}

test('a temporary failure is retried with the same id', async () => {
  const { requests, deliver } = receiver([503, 'unreachable', 429, 204])
  await deliver()
  expect(requests).toHaveLength(4)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(JSON.parse(requests[0]!.body)).toMatchObject({
    type: 'pleat.test',
    timestamp: '1970-01-01T00:00:05.000Z',
    text: 'Pleat: this is a test',
    data: { severity: 'warning', message: 'this is a test', upstream: 'local', version: expect.any(String) },
  })
})

test('each try has its own timestamp and signature, because receivers refuse old ones', async () => {
  const { requests, deliver } = receiver([503, 503, 204])
  await deliver()
  expect(requests.map(({ headers }) => headers['webhook-timestamp'])).toEqual(['5', '405', '805'])
  expect(new Set(requests.map(({ headers }) => headers['webhook-signature'])).size).toBe(3)
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
})

test('all tries end before the claim of the alert expires', () => {
  const tryMs = 2 * 10_000
  const pausesMs = PAUSES_MS.reduce((sum, pause) => sum + pause, 0)
  expect(pausesMs + (PAUSES_MS.length + 1) * tryMs).toBeLessThan(CLAIM_MS)
})

test('an alert is given up after the last pause', async () => {
  const { requests, deliver } = receiver(['unreachable'])
  await expect(deliver()).rejects.toThrow('after 4 tries: ECONNREFUSED')
  expect(requests).toHaveLength(4)
})

test.each([400, 401, 404, 410, 302])('status %i is not retried', async (status) => {
  const { requests, deliver } = receiver([status])
  await expect(deliver()).rejects.toThrow(`the receiver answered ${status}`)
  expect(requests).toHaveLength(1)
})

test('a pause ends when the server stops', async () => {
  const stop = new AbortController()
  const { requests, deliver } = receiver([500])
  const delivering = deliver(stop.signal)
  stop.abort()
  await expect(delivering).rejects.toThrow()
  expect(requests).toHaveLength(1)
})
