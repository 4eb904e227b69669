import { createHmac } from 'node:crypto'

/** A secret in the standard's form: a prefix and Base64. */
const ENCODED = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/**
 * The headers of the Standard Webhooks specification, which libraries in many languages verify: the HMAC-SHA256 of id,
 * time and body. `id` is the same for each try, so that a receiver can detect repeats. `at` is in Unix milliseconds.
 */
export function webhookHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at / 1000))
  const encoded = ENCODED.exec(secret)?.[1]
  const key = encoded === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(encoded, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
