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
  /** At least four. */
  readonly tenants: readonly LoadTenant[]
  /** By `performance.now()`. */
  readonly until: number
  /** Factor on each client's pause between two requests. */
  readonly rest: number
}

/** Outcomes of the requests so far. */
export interface LoadCounts {
  requests: number
  ok: number
  refused: number
  /** Aborted by the client, or cut by the provider. */
  broken: number
  transcripts: number
  uploads: number
  ofOtherAccount: number
}

/** A word of every message and upload that must occur in no log and no store. */
export const SAID_WORD = 'quillwortish'

/** Faults of real providers. */
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
const UPLOAD_BYTES = 2 * 1024 * 1024
const PROBE_EVERY_MS = 50

export interface RunningLoad {
  readonly counts: LoadCounts
  /** Returns the times in milliseconds of the small, well-answered requests since the last call. They are sent one at a time. */
  takeProbes(): readonly number[]
  readonly done: Promise<unknown>
}

/**
 * Load by several accounts until a given time: small requests on both wires, conversations that grow turn by turn and are
 * folded, transcripts, uploads, and requests that are refused. Some are compressed, some are aborted, and some get a hostile
 * answer.
 */
export function runLoad({ url, tenants, until, rest }: LoadOptions): RunningLoad {
  const counts: LoadCounts = {
    requests: 0,
    ok: 0,
    refused: 0,
    broken: 0,
    transcripts: 0,
    uploads: 0,
    ofOtherAccount: 0,
  }
  let probes: number[] = []
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
      await ask(tenant, path, [{ role: 'user', content: `a ${SAID_WORD} `.repeat(60) }])
      await sleep(20 * rest)
    }
  }

  async function conversations(tenant: LoadTenant, seed: number): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const dialogue = createDialogue(seed * 1000 + n)
      const messages: object[] = []
      for (let turn = 1; turn <= TURNS && !isOver(); turn++) {
        messages.push({ role: 'user', content: `${dialogue.question(turn)} It concerns the ${SAID_WORD}.` })
        await ask(tenant, '/v1/chat/completions', messages)
        messages.push({ role: 'assistant', content: dialogue.answer(turn) })
        await sleep(60 * rest)
      }
    }
  }

  async function transcripts(tenant: LoadTenant): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const dialogue = createDialogue(500 + n)
      const messages = Array.from({ length: 30 }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        content: `${i % 2 ? dialogue.answer(i) : dialogue.question(i)} It concerns the ${SAID_WORD}.`,
      }))
      await postTimed(`${url}/v1/tul1`, { key: tenant.key, agent: tenant.agent, body: JSON.stringify({ messages }) })
      counts.transcripts++
      await sleep(400 * rest)
    }
  }

  async function uploads(tenant: LoadTenant): Promise<void> {
    const file = `${SAID_WORD} `.repeat(UPLOAD_BYTES / (SAID_WORD.length + 1))
    while (!isOver()) {
      const nonce = `${tenant.name}.${++counts.requests}`
      const answer = await postTimed(`${url}/v1/files`, {
        key: tenant.key,
        agent: tenant.agent,
        body: `--soak\r\nContent-Disposition: form-data; name="file"; filename="<${nonce}>.txt"\r\n\r\n${file}\r\n--soak--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=soak', 'x-test-nonce': nonce, 'x-test-way': 'whole' },
        ...(random() < 0.2 && { abortAfterMs: random() * 30 }),
      })
      if (answer.status === 200) counts.uploads++
      await sleep(500 * rest)
    }
  }

  async function probe(tenant: LoadTenant): Promise<void> {
    while (!isOver()) {
      const nonce = `${tenant.name}.${++counts.requests}`
      const messages = [{ role: 'user', content: `a ${SAID_WORD} `.repeat(60) }]
      const body = JSON.stringify({ model: 'gpt-4o', metadata: { user_id: `<${nonce}>` }, messages })
      const headers = { 'x-test-nonce': nonce, 'x-test-way': 'whole' }
      const answer = await postTimed(`${url}/v1/chat/completions`, {
        key: tenant.key,
        agent: tenant.agent,
        body,
        headers,
      })
      if (answer.status === 200) probes.push(answer.ms)
      await sleep(PROBE_EVERY_MS * rest)
    }
  }

  function takeProbes(): readonly number[] {
    const taken = probes
    probes = []
    return taken
  }

  async function refused(tenant: LoadTenant): Promise<void> {
    while (!isOver()) {
      await postTimed(`${url}/v1/chat/completions`, {
        key: random() < 0.5 ? 'pleat_unknown' : tenant.key,
        body: '{"x":',
      })
      await sleep(100 * rest)
    }
  }

  const work = tenants.flatMap((tenant, i) => [small(tenant), small(tenant), conversations(tenant, i)])
  const [first, second, third, fourth] = tenants as [LoadTenant, LoadTenant, LoadTenant, LoadTenant]
  const rare = [transcripts(first), transcripts(second), uploads(third), uploads(fourth), refused(first), probe(second)]
  return { counts, takeProbes, done: Promise.all([...work, ...rare]) }
}
