/** One line of a scrape. */
export interface Sample {
  /** The name in the line; samples of a histogram end in `_bucket`, `_sum` or `_count`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric of a scrape, with all its samples. */
export interface ScrapedMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
/** A number as Go parses it: `NaN` and `Inf` in any case. */
const VALUE = /^(?:[+-]?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|inf)|nan)$/i
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy
const PARTS = /_(?:bucket|sum|count)$/

/**
 * The metrics of a scrape in Prometheus' text format 0.0.4.
 * @throws {Error} at the first line that the format does not allow.
 */
export function parseMetrics(text: string): readonly ScrapedMetric[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no line feed.')
  const metrics = new Map<string, { name: string; help: string; type: string; samples: Sample[] }>()
  for (const line of text.split('\n')) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (metrics.has(name!)) throw new Error(`${name} is described twice.`)
      metrics.set(name!, { name: name!, help: rest!, type: 'untyped', samples: [] })
    } else if (kind === 'TYPE') {
      if (metrics.get(name!)?.type !== 'untyped') throw new Error(`${name} has a type without a description.`)
      metrics.get(name!)!.type = rest!
    } else if (line !== '') {
      const sample = parseSample(line)
      const metric = metrics.get(sample.name) ?? metrics.get(sample.name.replace(PARTS, ''))
      if (metric === undefined) throw new Error(`${sample.name} is not described.`)
      metric.samples.push(sample)
    }
  }
  return [...metrics.values()]
}

function parseSample(line: string): Sample {
  const [, name, labelText = '', value] = SAMPLE.exec(line) ?? []
  if (name === undefined || !VALUE.test(value!)) throw new Error(`Not a sample: ${line}`)
  const labels: Record<string, string> = {}
  let read = 0
  for (const [whole, label, text] of labelText.matchAll(LABEL)) {
    if (label! in labels) throw new Error(`A label occurs twice: ${line}`)
    labels[label!] = text!
    read += whole.length
  }
  if (read !== labelText.length) throw new Error(`Malformed labels: ${line}`)
  return { name, labels, value: Number(value!.replace(/inf$/i, 'Infinity')) }
}

/** The errors that `promtool check metrics` would report: names, types, help and units. */
export function lintMetrics(metrics: readonly ScrapedMetric[]): readonly string[] {
  return metrics.flatMap((metric) =>
    [...namingProblems(metric), ...seriesProblems(metric)].map((text) => `${metric.name}: ${text}`),
  )
}

function namingProblems({ name, help, type }: ScrapedMetric): string[] {
  const problems: string[] = []
  if (help.trim() === '') problems.push('no help')
  if (!['counter', 'gauge', 'histogram', 'summary'].includes(type)) problems.push(`type ${type}`)
  if (type === 'counter' && !name.endsWith('_total')) problems.push('a counter should end in _total')
  if (type !== 'counter' && name.endsWith('_total')) problems.push('only a counter may end in _total')
  if (PARTS.test(name)) problems.push('reserved suffix')
  if (name.includes(`_${type}`)) problems.push('the name contains its type')
  if (/_(?:milliseconds|ms|minutes|kilobytes|megabytes|percent)(?:_|$)/.test(name)) problems.push('not in a base unit')
  if (/[A-Z]/.test(name)) problems.push('camel case')
  return problems
}

function seriesProblems({ type, samples }: ScrapedMetric): string[] {
  const problems: string[] = []
  const names = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).sort()]))
  if (new Set(names).size !== names.length) problems.push('a series occurs twice')
  if (type === 'histogram') return [...problems, ...histogramProblems(samples)]
  if (samples.some(({ labels }) => 'le' in labels)) problems.push('le outside of a histogram')
  return problems
}

function histogramProblems(samples: readonly Sample[]): string[] {
  const problems: string[] = []
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  for (const [labels, own] of series) {
    const buckets = own.filter(({ name }) => name.endsWith('_bucket'))
    const ascends = buckets.every(({ value, labels: { le } }, index) => {
      const before = buckets[index - 1]
      return before === undefined || (value >= before.value && bound(le!) > bound(before.labels.le!))
    })
    if (!ascends) problems.push(`buckets do not ascend: ${labels}`)
    const count = own.find(({ name }) => name.endsWith('_count'))?.value
    if (buckets.at(-1)?.labels.le !== '+Inf' || buckets.at(-1)?.value !== count) problems.push(`no +Inf: ${labels}`)
    if (!own.some(({ name }) => name.endsWith('_sum'))) problems.push(`no sum: ${labels}`)
  }
  return problems
}

function bound(le: string): number {
  return le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
}

/** The sum of the series of `name` that have these labels. Other labels are ignored. */
export function readValue(
  metrics: readonly ScrapedMetric[],
  name: string,
  labels: Record<string, string> = {},
): number {
  const matching = metrics
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
  return matching.reduce((sum, { value }) => sum + value, 0)
}
