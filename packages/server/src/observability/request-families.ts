import type { MetricFamily, NumberSeries } from './metric-family.ts'
import type { RequestMetrics } from './request-metrics.ts'
import type { Count, SeriesTable } from './series-table.ts'

type TokenSums = ReturnType<RequestMetrics['tokens']['of']>

/** Metrics of requests by route, status and outcome: their number, times, and saved and billed tokens. */
export function requestFamilies(metrics: RequestMetrics): readonly MetricFamily[] {
  const timing = (part: 'duration' | 'overhead') => () =>
    metrics.timings
      .rows()
      .map(({ values, cell }) => ({ labels: { route: values[0]! }, histogram: cell[part] }))
      .filter(({ histogram }) => histogram.count > 0)
  const tokens = (name: string, help: string, read: (sums: TokenSums) => number): MetricFamily => ({
    name: `pleat.${name}`,
    unit: '{token}',
    type: 'counter',
    help,
    read: () => metrics.tokens.rows().map(({ values, cell }) => ({ labels: { model: values[0]! }, value: read(cell) })),
  })
  return [
    counter('pleat.requests', '{request}', 'Requests by route, status and outcome of compression.', metrics.requests),
    {
      name: 'pleat.requests.under_way',
      unit: '{request}',
      type: 'gauge',
      help: 'Requests in flight to or from a provider.',
      read: () => [{ labels: {}, value: metrics.underWay }],
    },
    {
      name: 'pleat.request.duration',
      unit: 's',
      type: 'histogram',
      help: 'Time from the head of a request to the end of its response.',
      read: timing('duration'),
    },
    {
      name: 'pleat.overhead',
      unit: 's',
      type: 'histogram',
      help: 'Time that this server adds before a request is sent, without the upload.',
      read: timing('overhead'),
    },
    counter(
      'pleat.errors',
      '{error}',
      'Errors of this server by code, refusals of the gate included.',
      metrics.refusals,
    ),
    counter('pleat.answers', '{answer}', 'Relayed responses by how they ended.', metrics.answers),
    tokens('tokens.original', 'Input tokens before compression.', ({ original }) => original),
    tokens('tokens.optimized', 'Input tokens that were sent.', ({ optimized }) => optimized),
    tokens('tokens.saved', 'Input tokens saved by compression.', ({ original, optimized }) => original - optimized),
    tokens('tokens.observed_saved', 'Input tokens that observed folds would have saved.', (sums) => sums.observedSaved),
    tokens(
      'tokens.billed_input',
      'Input tokens that providers billed, cached ones included.',
      (sums) => sums.billedInput,
    ),
    tokens('tokens.billed_cached', 'Input tokens that providers read from a cache.', (sums) => sums.billedCached),
    tokens('tokens.cache_writes', 'Input tokens that providers wrote to a cache.', (sums) => sums.cacheWrites),
    tokens('tokens.output', 'Output tokens that providers billed.', ({ output }) => output),
    tokens(
      'tokens.fold_uncached',
      'Uncached input tokens billed in requests in which the fold moved: the cost of moves.',
      ({ moveUncached }) => moveUncached,
    ),
    {
      name: 'pleat.folds',
      unit: '{fold}',
      type: 'counter',
      help: 'Requests in which the fold moved.',
      read: () =>
        metrics.tokens.rows().map(({ values, cell }) => ({ labels: { model: values[0]! }, value: cell.foldMoves })),
    },
  ]
}

function counter(name: string, unit: string, help: string, table: SeriesTable<Count>): MetricFamily {
  return { name, unit, type: 'counter', help, read: () => seriesOf(table) }
}

function seriesOf(table: SeriesTable<Count>): readonly NumberSeries[] {
  return table.rows().map(({ values, cell }) => ({
    labels: Object.fromEntries(table.labels.map((label, index) => [label, values[index]!])),
    value: cell.value,
  }))
}
