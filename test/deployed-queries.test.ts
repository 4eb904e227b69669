import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseMetrics, type ScrapedMetric } from './harness/prometheus-text.ts'
import { startPleat } from './harness/start-pleat.ts'
import { post } from './harness/wire.ts'
import { startStandIn } from './stand-in/start-stand-in.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')

interface Panel {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

interface Dashboard {
  readonly panels: readonly Panel[]
}

function dashboard(): Dashboard {
  return JSON.parse(readFileSync(join(DEPLOY, 'grafana/pleat.json'), 'utf8')) as Dashboard
}

function alertRules(): { readonly alerts: readonly string[]; readonly queries: readonly string[] } {
  const text = readFileSync(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)
  return { alerts: all(/^ {6}- alert: (\w+)$/gm), queries: all(/^ {8}expr: (.+)$/gm) }
}

/** The names of the metrics in a query. */
function metricsIn(query: string): readonly string[] {
  return [...query.matchAll(/\b((?:pleat|gen_ai|process|nodejs|up)(?:_[a-z0-9_]+)?)\b(?=[{[)\s]|$)/g)]
    .map(([, name]) => name!)
    .filter((name) => !LABELS.test(name))
}

/** Labels that start like a metric name. */
const LABELS = /^gen_ai_(?:operation_name|provider_name|request_model|token_type)$/

async function scrapeOnce(more: Record<string, string> = {}): Promise<readonly ScrapedMetric[]> {
  const standIn = await startStandIn()
  const pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_METRICS_PORT: '0', ...more } })
  const body = { model: 'claude-haiku-4-5', max_tokens: 10, stream: true, messages: [{ role: 'user', content: 'Hi' }] }
  await post(pleat.url, 'anthropic', { key: pleat.key, body })
  await post(pleat.url, 'anthropic', { key: 'no-key', body })
  const scraped = parseMetrics(await (await fetch(pleat.server.metricsUrl!)).text())
  await pleat.close()
  await standIn.close()
  return scraped
}

test('the server exposes every metric and label that the Grafana dashboard and the alert rules query', async () => {
  const scraped = await scrapeOnce()
  const served = new Map<string, Set<string>>(OTHERS.map((name) => [name, new Set(['instance', 'job'])]))
  for (const { name, type, samples } of scraped) {
    const labels = new Set(['instance', 'job', ...samples.flatMap((sample) => Object.keys(sample.labels))])
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name]
    for (const each of names) served.set(each, labels)
  }
  const { alerts, queries } = alertRules()
  const panels = dashboard().panels.filter(({ type }) => type !== 'row')
  const all = [...queries, ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))]
  expect(alerts.length).toBeGreaterThan(8)
  expect(queries).toHaveLength(alerts.length)
  expect(panels.every(({ targets = [] }) => targets.length > 0)).toBe(true)
  for (const query of all) {
    const names = metricsIn(query)
    expect(names.length, query).toBeGreaterThan(0)
    for (const name of names) expect([...served.keys()], query).toContain(name)
    const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/))
    const selected = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) =>
      [...list!.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!),
    )
    const known = new Set(names.flatMap((name) => [...served.get(name)!]))
    for (const label of [...grouped, ...selected]) expect([...known, ...SOMETIMES], query).toContain(label)
  }
})

/** Metrics of Prometheus itself, and of servers with several workers only. */
const OTHERS = ['up', 'pleat_workers_restarted_total']

/** Labels of counters that have no series until their first event. */
const SOMETIMES = ['event', 'end', 'reason', 'what', 'code', 'outcome']

test('the Grafana dashboard shows every metric whose name starts with pleat_ or gen_ai_', async () => {
  const scraped = await scrapeOnce()
  const shown = new Set(
    dashboard().panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr))),
  )
  const ours = scraped.filter(({ name }) => name.startsWith('pleat_') || name.startsWith('gen_ai_'))
  expect(ours.length).toBeGreaterThan(25)
  const hidden = ours.filter(({ name }) => !shown.has(name) && !shown.has(`${name}_bucket`))
  expect(hidden.map(({ name }) => name)).toEqual([])
})

test('docs/metrics.md names every metric of both GenAI conventions, with its type and its labels', async () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/metrics.md'), 'utf8')
  const documented = [...text.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \|([^|]*)\|/gm)]
  const rows = new Map(documented.map(([, name, type, labels]) => [name!, { type: type!, labels: labels! }]))
  const latest = { OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental' }
  const scraped = new Map(
    [...(await scrapeOnce()), ...(await scrapeOnce(latest))].map((metric) => [metric.name, metric]),
  )
  const ours = [...scraped.values()].filter(({ name }) => name.startsWith('pleat_') || name.startsWith('gen_ai_'))
  expect([...rows.keys()].sort()).toEqual(ours.map(({ name }) => name).sort())
  for (const { name, type, samples } of ours) {
    expect([name, rows.get(name)!.type]).toEqual([name, type])
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
    for (const label of labels) if (label !== 'le') expect(rows.get(name)!.labels, name).toContain(`\`${label}\``)
  }
})
