import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { encodingOf } from '../../packages/core/src/index.ts'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { hashKey } from '../../packages/server/src/gate/key-format.ts'
import { startServer } from '../../packages/server/src/server.ts'
import { proseOf } from './speed-text.ts'

/** Times `POST /v1/tul1` over a socket: 1,000 new messages, and then three times the same with one more. */
const MESSAGES = 1000
const ROUNDS = 15
const WANTED_MS = { cold: 300, seen: 50 }
const KEY = 'pleat_of-the-bench'

const dataDir = mkdtempSync(join(tmpdir(), 'pleat-speed-'))
const server = await startServer({
  config: readConfig({ PLEAT_PORT: '0', PLEAT_DATA_DIR: dataDir, PLEAT_LOG_LEVEL: 'silent' }),
  secrets: { providerKeys: {}, sealingSecret: 'a secret of the bench' },
})
const { store, transcriptWorker } = server.deps
await store.keys.createKey({ name: 'bench', plan: 'pro' }, { hash: hashKey(KEY), preview: 'p', requestsPerMinute: 1e9 })
const agent = new Agent({ keepAlive: true })
await transcriptWorker.warmUp()

const times = { cold: [] as number[], seen: [] as number[] }
/** CPU milliseconds of the whole process, client included: an upper bound on an idle machine. */
const work = { cold: [] as number[], seen: [] as number[] }
let tokens = 0
for (let round = 0; round < ROUNDS; round++) {
  const messages = Array.from({ length: MESSAGES }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: proseOf(round * 10_000 + i),
  }))
  tokens = messages.reduce((sum, { content }) => sum + encodingOf('o200k').count(content), 0)
  await measure('cold', messages)
  for (let more = 1; more <= 3; more++) {
    messages.push({ role: 'user', content: proseOf(round * 10_000 + MESSAGES + more) })
    await measure('seen', messages)
  }
}
await server.close()
agent.destroy()
rmSync(dataDir, { recursive: true, force: true })

console.log(`${MESSAGES} messages, ${tokens} tokens, over a socket, ${ROUNDS} rounds`)
let isFast = true
for (const kind of ['cold', 'seen'] as const) {
  const isMet = quantile(times[kind], 0.5) < WANTED_MS[kind]
  isFast &&= isMet
  const shown = (list: readonly number[], share: number) => quantile(list, share).toFixed(1)
  const walls = `median ${shown(times[kind], 0.5)} ms, fastest ${shown(times[kind], 0)}, p90 ${shown(times[kind], 0.9)}`
  const figures = `${walls}, processor median ${shown(work[kind], 0.5)}`
  console.log(`${kind.padEnd(5)} ${figures}  (wanted: under ${WANTED_MS[kind]}${isMet ? '' : ', MISSED'})`)
}
process.exitCode = isFast ? 0 : 1

async function measure(kind: 'cold' | 'seen', messages: readonly object[]): Promise<void> {
  const before = process.cpuUsage()
  times[kind].push(await timeOf(messages))
  const { user, system } = process.cpuUsage(before)
  work[kind].push((user + system) / 1000)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function timeOf(messages: readonly object[]): Promise<number> {
  const body = Buffer.from(JSON.stringify({ session_id: 'bench', messages }))
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'content-length': body.length }
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/v1/tul1`, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const ms = performance.now() - startedAt
        const answer = JSON.parse(Buffer.concat(chunks).toString()) as { applied?: boolean }
        if (answer.applied) resolve(ms)
        else reject(new Error(`not applied: ${response.statusCode}`))
      })
    })
    sent.on('error', reject).end(body)
  })
}
