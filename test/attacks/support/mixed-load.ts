import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createDialogue } from '../../harness/dialogue.ts'
import { seededRandom } from '../../stand-in/seeded-random.ts'
import { GOOD_WAYS, type Way } from './hostile-provider.ts'
import { postTimed } from './timed-request.ts'

export interface LoadTenant {
  readonly name: string
  readonly key: string
  readonly agent: Agent
}

export interface LoadOptions {
  readonly url: string
  readonly tenants: readonly LoadTenant[]
  /** By `performance.now()`. */
  readonly until: number
}

/** What came of the requests so far. */
export interface LoadCounts {
  requests: number
  ok: number
  refused: number
  /** Aborted by the client, or cut by the provider. */
  broken: number
  transcripts: number
  ofOtherAccount: number
}

/** Faults that a real provider has now and then. */
const FAULTS: readonly Way[] = [
  'resetInside',
  'endWhenIdle',
  'resetWhenIdle',
  'shorterThanSaid',
  'early',
  'reset',
  'twiceSoon',
]
const TURNS = 60

/**
 * What several accounts do at once until a given time: small requests on both wires, conversations that grow turn by turn,
 * transcripts, and requests that are refused; some are compressed, some aborted, some answered badly.
 */
export function runLoad({ url, tenants, until }: LoadOptions): {
  readonly counts: LoadCounts
  readonly done: Promise<unknown>
} {
  const counts: LoadCounts = { requests: 0, ok: 0, refused: 0, broken: 0, transcripts: 0, ofOtherAccount: 0 }
  const random = seededRandom(11)
  const isOver = () => performance.now() > until

  async function ask(tenant: LoadTenant, path: string, messages: readonly object[]): Promise<void> {
    const nonce = `${tenant.name}.${++counts.requests}`
    const way =
      random() < 0.15 ? FAULTS[Math.floor(random() * FAULTS.length)]! : GOOD_WAYS[counts.requests % GOOD_WAYS.length]!
    const text = JSON.stringify({ model: 'gpt-4o', max_tokens: 9, metadata: { user_id: `<${nonce}>` }, messages })
    const isCompressed = random() < 0.1
    const answer = await postTimed(`${url}${path}`, {
      key: tenant.key,
      agent: tenant.agent,
      body: isCompressed ? gzipSync(text) : text,
      headers: { 'x-test-nonce': nonce, 'x-test-way': way, ...(isCompressed && { 'content-encoding': 'gzip' }) },
      ...(random() < 0.08 && { abortAfterMs: random() * 15 }),
    })
    if (answer.status === 0) counts.broken++
    else if (answer.status === 200) counts.ok++
    else counts.refused++
    const got = `${answer.headers['x-nonce'] ?? ''} ${answer.text}`
    for (const [, name] of got.matchAll(/(t\d)\.\d+/g)) if (name !== tenant.name) counts.ofOtherAccount++
  }

  async function small(tenant: LoadTenant): Promise<void> {
    while (!isOver()) {
      const path = random() < 0.5 ? '/v1/chat/completions' : '/v1/messages'
      await ask(tenant, path, [{ role: 'user', content: 'a word '.repeat(130) }])
      await sleep(20)
    }
  }

  async function conversations(tenant: LoadTenant, seed: number): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const dialogue = createDialogue(seed * 1000 + n)
      const messages: object[] = []
      for (let turn = 1; turn <= TURNS && !isOver(); turn++) {
        messages.push({ role: 'user', content: dialogue.question(turn) })
        await ask(tenant, '/v1/chat/completions', messages)
        messages.push({ role: 'assistant', content: dialogue.answer(turn) })
        await sleep(60)
      }
    }
  }

  async function transcripts(tenant: LoadTenant): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const dialogue = createDialogue(500 + n)
      const messages = Array.from({ length: 30 }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        content: i % 2 ? dialogue.answer(i) : dialogue.question(i),
      }))
      await postTimed(`${url}/v1/tul1`, { key: tenant.key, agent: tenant.agent, body: JSON.stringify({ messages }) })
      counts.transcripts++
      await sleep(400)
    }
  }

  async function refused(tenant: LoadTenant): Promise<void> {
    while (!isOver()) {
      await postTimed(`${url}/v1/chat/completions`, {
        key: random() < 0.5 ? 'pleat_unknown' : tenant.key,
        body: '{"x":',
      })
      await sleep(100)
    }
  }

  const work = tenants.flatMap((tenant, i) => [small(tenant), small(tenant), conversations(tenant, i)])
  const done = Promise.all([...work, ...tenants.slice(0, 2).map(transcripts), refused(tenants[0]!)])
  return { counts, done }
}
