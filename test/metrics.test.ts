import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CounterName } from '../packages/server/src/proxy/counters.ts'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, play } from './harness/play.ts'
import { lintMetrics, parseMetrics, readValue, type ScrapedMetric } from './harness/prometheus-text.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { post } from './harness/wire.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const TOKEN = 'a-token-of-the-scraper'
const dialogue = createDialogue(11)

let standIn: StandIn
let pleat: Pleat
/** The response to every request while it is set. */
let failure: Answer | undefined
beforeAll(async () => {
  const answer = answerFrom(dialogue)
  standIn = await startStandIn({ answer: () => failure ?? answer() })
  pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_METRICS_TOKEN: TOKEN } })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

function fetchMetrics(url: string, token?: string): Promise<Response> {
  return fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
}

async function scrape(): Promise<readonly ScrapedMetric[]> {
  const response = await fetchMetrics(`${pleat.url}/metrics`, TOKEN)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return parseMetrics(await response.text())
}

describe('metrics are served', () => {
  test('nowhere without a setting', async () => {
    const closed = await startPleat({ providerUrl: standIn.url })
    const response = await fetchMetrics(`${closed.url}/metrics`, TOKEN)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('PLEAT_METRICS_TOKEN')
    expect(closed.server.metricsUrl).toBeUndefined()
    await closed.close()
  })

  test('on the port of the API only with the token, which is never logged', async () => {
    expect((await fetchMetrics(`${pleat.url}/metrics`)).status).toBe(401)
    expect((await fetchMetrics(`${pleat.url}/metrics`, `${TOKEN}x`)).status).toBe(401)
    expect((await fetchMetrics(`${pleat.url}/metrics`, pleat.key)).status).toBe(401)
    expect((await fetchMetrics(`${pleat.url}/metrics`, TOKEN)).status).toBe(200)
    expect(pleat.log()).not.toContain(TOKEN)
  })

  test('on their own port if configured, and then not on the port of the API', async () => {
    const variables = { PLEAT_METRICS_PORT: '0' }
    const apart = await startPleat({ providerUrl: standIn.url, variables })
    const refused = await fetchMetrics(`${apart.url}/metrics`)
    expect(refused.status).toBe(404)
    expect(await refused.text()).toContain('served on a free port, because PLEAT_METRICS_PORT is 0')
    const response = await fetchMetrics(apart.server.metricsUrl!)
    expect(response.status).toBe(200)
    expect(lintMetrics(parseMetrics(await response.text()))).toEqual([])
    expect((await fetch(new URL('/v1/models', apart.server.metricsUrl!))).status).toBe(404)
    await apart.close()
    await expect(fetchMetrics(apart.server.metricsUrl!)).rejects.toThrow()
  })

  test('on their own port with a token only to requests with it', async () => {
    const variables = { PLEAT_METRICS_PORT: '0', PLEAT_METRICS_TOKEN: TOKEN }
    const apart = await startPleat({ providerUrl: standIn.url, variables })
    expect((await fetchMetrics(apart.server.metricsUrl!)).status).toBe(401)
    expect((await fetchMetrics(apart.server.metricsUrl!, TOKEN)).status).toBe(200)
    await apart.close()
  })
})

test('names, types, help and units pass the checks of promtool', async () => {
  const metrics = await scrape()
  expect(metrics.filter(({ name }) => name.startsWith('pleat_')).length).toBeGreaterThan(20)
  expect(lintMetrics(metrics)).toEqual([])
})

test('a folded conversation is counted with the figures of its headers', async () => {
  const before = await scrape()
  const options = { wire: 'anthropic', base: () => pleat.url, key: pleat.key, standIn, dialogue, turns: 14 } as const
  const played = await play(options)
  const after = await scrape()
  const grown = (name: string, labels: Record<string, string> = {}) =>
    readValue(after, name, labels) - readValue(before, name, labels)
  const sumOf = (part: 'original' | 'optimized' | 'saved') =>
    played.reduce((sum, { savings }) => sum + savings[part], 0)
  const model = 'claude-sonnet-4-5'
  expect(sumOf('saved')).toBeGreaterThan(0)
  expect(grown('pleat_tokens_original_total', { model })).toBe(sumOf('original'))
  expect(grown('pleat_tokens_optimized_total', { model })).toBe(sumOf('optimized'))
  expect(grown('pleat_tokens_saved_total', { model })).toBe(sumOf('saved'))
  const route = '/v1/messages'
  const outcomes = Map.groupBy(played, ({ savings }) => savings.compression)
  for (const [outcome, turns] of outcomes) {
    expect(grown('pleat_requests_total', { route, status: '200', outcome }), outcome).toBe(turns.length)
  }
  expect(outcomes.has('folded') || outcomes.has('recalled')).toBe(true)
  expect(grown('pleat_folds_total', { model })).toBeGreaterThan(0)
  expect(grown('pleat_overhead_seconds_count', { route })).toBe(14)
  expect(grown('pleat_request_duration_seconds_count', { route })).toBe(14)
  expect(grown('pleat_answers_total', { end: 'complete' })).toBe(14)
  expect(grown('pleat_sessions_started_total')).toBe(1)
  const call = { gen_ai_operation_name: 'chat', gen_ai_provider_name: 'anthropic', gen_ai_request_model: model }
  expect(grown('gen_ai_client_operation_duration_seconds_count', call)).toBe(14)
  expect(grown('gen_ai_client_token_usage_count', { ...call, gen_ai_token_type: 'input' })).toBe(14)
  expect(grown('gen_ai_client_token_usage_sum', { ...call, gen_ai_token_type: 'input' })).toBe(
    grown('pleat_tokens_billed_input_total', { model }),
  )
  expect(readValue(after, 'pleat_requests_under_way')).toBe(0)
})

test.each<[string, Answer, Record<string, string>]>([
  ['is overloaded', { error: { message: 'Overloaded', type: 'overloaded_error' }, status: 529 }, { status: '5xx' }],
  ['breaks its response off', { text: 'So.', chunkBytes: 10, breakAfterChunks: 2 }, { status: '200' }],
])('no tokens or folds are counted for requests whose provider %s', async (problem, answer, labels) => {
  const options = { wire: 'anthropic', base: () => pleat.url, key: pleat.key, standIn, dialogue, turns: 14 } as const
  const played = await play({ ...options, fields: { system: problem } })
  const before = await scrape()
  failure = answer
  for (const { given } of played) {
    await post(pleat.url, 'anthropic', { key: pleat.key, body: given }).catch(() => undefined)
  }
  failure = undefined
  const after = await scrape()
  const grown = (name: string, wanted: Record<string, string> = {}) =>
    readValue(after, name, wanted) - readValue(before, name, wanted)
  const folded = ['folded', 'recalled'].map((outcome) => grown('pleat_requests_total', { ...labels, outcome }))
  expect(Math.max(...folded)).toBeGreaterThan(0)
  for (const name of ['original', 'optimized', 'saved'])
    expect([name, grown(`pleat_tokens_${name}_total`)]).toEqual([name, 0])
  expect(grown('pleat_folds_total')).toBe(0)
})

test('errors of this server and of the provider have different labels', async () => {
  const before = await scrape()
  await post(pleat.url, 'openai', { key: 'no-key', body: { model: 'gpt-4o', messages: [] } })
  await post(pleat.url, 'openai', { key: pleat.key, body: { model: 'no-such-field-but-messages' } })
  const after = await scrape()
  const grown = (name: string, labels: Record<string, string>) =>
    readValue(after, name, labels) - readValue(before, name, labels)
  expect(grown('pleat_errors_total', { code: 'unauthorized' })).toBe(1)
  expect(grown('pleat_requests_total', { route: '/v1/chat/completions', status: '401' })).toBe(1)
  expect(grown('pleat_requests_total', { route: '/v1/chat/completions', status: '400' })).toBe(1)
})

test('every counter of survived faults is exposed', async () => {
  const { counters } = pleat.server.deps
  const totals = (metrics: readonly ScrapedMetric[]) =>
    metrics
      .filter(({ name }) => name.startsWith('pleat_'))
      .flatMap(({ samples }) => samples)
      .map(({ name, labels, value }) => `${name} ${JSON.stringify(labels)} ${value}`)
  for (const name of Object.keys(counters.read()) as CounterName[]) {
    const count = counters.read()[name]
    const before = new Set(totals(await scrape()))
    counters.add(name)
    const changed = totals(await scrape()).filter((line) => !before.has(line) && line.endsWith(` ${count + 1}`))
    expect(
      changed.filter((line) => !/_requests_|_duration_|_sessions_/.test(line)),
      name,
    ).toHaveLength(1)
  }
})

test('10,000 invented models, keys and paths add a bounded number of series', async () => {
  const { metrics } = pleat.server.deps
  const clients = new Pool(pleat.url, { connections: 40 })
  const seriesOf = (scraped: readonly ScrapedMetric[]) => scraped.reduce((sum, { samples }) => sum + samples.length, 0)
  const ask = async (index: number) => {
    const key = index % 2 ? pleat.key : `pleat_invented-${index}`
    const model = `${['gpt', 'claude', 'llama', 'x'][index % 4]}-${index}-${'m'.repeat(index % 50)}`
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
    const path = index % 5 ? '/v1/chat/completions' : `/v1/path-${index}/x`
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    await (await clients.request({ path, method: 'POST', body, headers })).body.dump()
  }
  const run = async (from: number, to: number) => {
    for (let index = from; index < to; index += 40) {
      await Promise.all(Array.from({ length: Math.min(40, to - index) }, (_, offset) => ask(index + offset)))
    }
  }
  await run(0, 400)
  const early = seriesOf(await scrape())
  await run(400, 10_000)
  expect(readValue(await scrape(), 'pleat_requests_total')).toBeGreaterThan(10_000)
  const late = await scrape()
  // Some series appear without a request, such as the first garbage collection of a kind.
  expect(seriesOf(late) - early).toBeLessThan(60)
  expect(late.find(({ name }) => name === 'pleat_tokens_original_total')!.samples.length).toBeLessThan(20)
  expect(metrics.requests.rows().length).toBeLessThan(60)
  expect(JSON.stringify(late)).not.toMatch(/invented|path-|mmmm/)
  await clients.close()
}, 120_000)
