import { expect, test } from 'vitest'
import { webhookHeaders } from './sign-webhook.ts'

test('the signature matches the example of the specification', () => {
  const body = '{"event_type":"ping","data":{"success":true}}'
  const headers = webhookHeaders('whsec_plJ3nmyCDGBKInavdOK15jsl', {
    id: 'msg_loFOjxBNrRLzqYUf',
    at: 1_731_705_121_000,
    body,
  })
  expect(headers).toEqual({
    'content-type': 'application/json',
    'webhook-id': 'msg_loFOjxBNrRLzqYUf',
    'webhook-timestamp': '1731705121',
    'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  })
})

test('another secret, id, time or body has another signature', () => {
  const sign = (secret: string, id: string, at: number, body: string) =>
    webhookHeaders(secret, { id, at, body })['webhook-signature']
  const all = [
    sign('a plain secret of ours', 'a', 1000, '{}'),
    sign('another secret of ours', 'a', 1000, '{}'),
    sign('a plain secret of ours', 'b', 1000, '{}'),
    sign('a plain secret of ours', 'a', 2000, '{}'),
    sign('a plain secret of ours', 'a', 1000, '[]'),
  ]
  expect(new Set(all).size).toBe(all.length)
})
