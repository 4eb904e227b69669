import { type PlainAnswer, send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { json } from './transcripts.ts'

const TOKEN = 'the-token-of-the-operator'

/** A server with a clock that the test controls, and with calls of the operator. */
export interface LimitedProxy extends TestProxy {
  readonly clock: { now: number }
  admin(method: string, path: string, body?: unknown): Promise<PlainAnswer>
  /** Creates a key with these fields of the admin API. */
  issue(fields?: object): Promise<{ key: string; id: string }>
  /** Sends a POST request with this key. */
  ask(key: string, path: string, body: unknown, headers?: Record<string, string>): Promise<PlainAnswer>
  account(key: string): Promise<Record<string, unknown>>
  /** The spending of the key in `GET /v1/account`, in cents. */
  spentBy(key: string): Promise<number>
}

export async function startLimited(now: number, variables: Record<string, string> = {}): Promise<LimitedProxy> {
  const clock = { now }
  const overrides = { clock: { now: () => clock.now } }
  const proxy = await startProxy({ secrets: { adminToken: TOKEN }, overrides, variables })
  const admin: LimitedProxy['admin'] = (method, path, body) =>
    send(`${proxy.url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const account: LimitedProxy['account'] = async (key) =>
    json(await send(`${proxy.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } }))
  return {
    ...proxy,
    clock,
    admin,
    async issue(fields = {}) {
      const made = json(await admin('POST', '/keys', { account: 'limited', requests_per_minute: 1_000_000, ...fields }))
      return made as unknown as { key: string; id: string }
    },
    ask: (key, path, body, headers = {}) =>
      send(`${proxy.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    account,
    async spentBy(key) {
      const { key: own } = (await account(key)) as { key: { spent_today_cents: number } }
      return own.spent_today_cents
    },
  }
}
