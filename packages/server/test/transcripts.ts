import { hashKey } from '../src/gate/key-format.ts'
import type { Plan } from '../src/money/account.ts'
import type { TranscriptWorker } from '../src/routes/transcript-port.ts'
import { type PlainAnswer, send } from './plain-client.ts'
import type { TestProxy } from './start-proxy.ts'

export interface TestMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** A conversation in which every message has its own facts and much other text. */
export function talk(count: number): TestMessage[] {
  return Array.from({ length: count }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `Order ${i}07 weighs ${i + 3} kg and must reach hall ${i % 7} by ${8 + (i % 9)} o'clock. ${CHATTER}`,
  }))
}

const CHATTER =
  'We went on about the weather for a good while, as one does, and then about what there was for lunch. ' +
  'It was pleasant enough, and nobody minded, but in the end there is really not very much to report of it. ' +
  'After that came the usual greetings to everybody, and more of the same, and then some more of the same again.'

/** Creates an account with one key and returns the key. */
export async function makeAccount(
  proxy: TestProxy,
  options: { plan: Plan; budgetMicroCents?: number; requestsPerMinute?: number },
): Promise<{ key: string; name: string; accountId: string; keyId: string }> {
  const { keys, accounts } = proxy.server.deps.store
  const name = `account ${Math.random().toString(36).slice(2)}`
  const key = `pleat_${name.slice(8)}`
  await accounts.create({ name, plan: options.plan, budgetMicroCents: options.budgetMicroCents ?? 0 })
  const { requestsPerMinute = 1_000_000 } = options
  const row = await keys.createKey({ name }, { hash: hashKey(key), preview: key.slice(0, 12), requestsPerMinute })
  return { key, name, accountId: row.accountId, keyId: row.id }
}

/** Asks for a view; `key` undefined sends none. */
export function askForView(
  proxy: TestProxy,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<PlainAnswer> {
  return send(`${proxy.url}/v1/tul1`, {
    method: 'POST',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
}

export function json(answer: PlainAnswer): Record<string, unknown> {
  return JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>
}

/** A worker that writes nothing: each view consists of this `rawTail`. `calls` counts the views. */
export function instantTranscripts(rawTail: Buffer): TranscriptWorker & { readonly calls: number } {
  const hints = { sessionId: undefined, mode: 'balanced', model: 'gpt-4o', provider: 'openai' } as const
  const tokens = { savedChars: 0, savedTokens: 0, replacedTokens: 0 }
  const enhanced = { applied: false, serviceMd: '', compressedTurns: 0, totalTurns: 1, ...tokens }
  return {
    calls: 0,
    async enhance() {
      this.calls++
      return { kind: 'view', hints, enhanced, rawTail }
    },
    async warmUp() {},
    async close() {},
  } as TranscriptWorker & { calls: number }
}
