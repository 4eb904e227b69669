import type { ProviderAddress } from '../config/provider-addresses.ts'
import type { Histogram } from './histogram.ts'
import type { HistogramSeries, Labels, MetricFamily, NumberSeries } from './metric-family.ts'
import type { Calls, RequestMetrics } from './request-metrics.ts'

/** Addresses by the name of the upstream. */
type ProviderAddresses = Readonly<Record<string, ProviderAddress>>

const DURATION = 'Time of a call to a provider, up to the end of its answer.'
const FIRST_CHUNK = 'Time to the first chunk of a streamed answer.'

/** The metrics of the GenAI conventions, with the names of version 1.41 or of the latest one, from the same cells. */
export function genAiFamilies(
  metrics: RequestMetrics,
  { names, providers }: { names: 'v1.41' | 'latest'; providers: ProviderAddresses },
): readonly MetricFamily[] {
  const rows = () =>
    metrics.calls.rows().map(({ values, cell }) => ({ labels: callLabels(values, providers), calls: cell }))
  const durations = (name: string): MetricFamily => ({
    name,
    unit: 's',
    type: 'histogram',
    help: DURATION,
    read: () =>
      rows().flatMap(({ labels, calls }) =>
        calls.durations
          .rows()
          .map(({ values, cell }) => ({ labels: { ...labels, 'error.type': values[0]! }, histogram: cell })),
      ),
  })
  const histograms = (
    name: string,
    { unit, help }: { unit: string; help: string },
    pick: (calls: Calls) => readonly { readonly labels?: Labels; readonly histogram: Histogram }[],
  ): MetricFamily => ({
    name,
    unit,
    type: 'histogram',
    help,
    read: (): readonly HistogramSeries[] =>
      rows().flatMap(({ labels, calls }) =>
        pick(calls)
          .filter(({ histogram }) => histogram.count > 0)
          .map(({ labels: own, histogram }) => ({ labels: { ...labels, ...own }, histogram })),
      ),
  })
  const counts = (name: string, help: string, pick: (calls: Calls) => number): MetricFamily => ({
    name,
    unit: '{token}',
    type: 'counter',
    help,
    read: (): readonly NumberSeries[] => rows().map(({ labels, calls }) => ({ labels, value: pick(calls) })),
  })
  const firstChunks = (name: string) =>
    histograms(name, { unit: 's', help: FIRST_CHUNK }, ({ firstChunks: histogram }) => [{ histogram }])
  if (names === 'v1.41') {
    return [
      durations('gen_ai.client.operation.duration'),
      firstChunks('gen_ai.client.operation.time_to_first_chunk'),
      histograms(
        'gen_ai.client.token.usage',
        { unit: '{token}', help: 'Tokens that a provider billed for one call.' },
        ({ inputTokens, outputTokens }) => [
          { labels: { 'gen_ai.token.type': 'input' }, histogram: inputTokens },
          { labels: { 'gen_ai.token.type': 'output' }, histogram: outputTokens },
        ],
      ),
    ]
  }
  const ofOneCall = { unit: '{token}', help: 'Tokens that a provider billed for one call.' }
  return [
    durations('gen_ai.client.inference.duration'),
    firstChunks('gen_ai.client.inference.time_to_first_chunk'),
    histograms('gen_ai.client.inference.operation.input_tokens', ofOneCall, (calls) => [
      { histogram: calls.inputTokens },
    ]),
    histograms('gen_ai.client.inference.operation.output_tokens', ofOneCall, (calls) => [
      { histogram: calls.outputTokens },
    ]),
    counts(
      'gen_ai.client.inference.usage.input_tokens',
      'Input tokens that providers billed.',
      (calls) => calls.inputTokens.sum,
    ),
    counts(
      'gen_ai.client.inference.usage.output_tokens',
      'Output tokens that providers billed.',
      (calls) => calls.outputTokens.sum,
    ),
    counts(
      'gen_ai.client.inference.usage.cache_read.input_tokens',
      'Input tokens that providers read from a cache.',
      (calls) => calls.cacheReadTokens,
    ),
    counts(
      'gen_ai.client.inference.usage.cache_write.input_tokens',
      'Input tokens that providers wrote to a cache.',
      (calls) => calls.cacheWriteTokens,
    ),
    counts(
      'gen_ai.client.inference.usage.reasoning.output_tokens',
      'Reasoning tokens in the output, as far as providers report them.',
      (calls) => calls.reasoningTokens,
    ),
  ]
}

function callLabels(values: readonly string[], providers: ProviderAddresses): Labels {
  const [operation = '', upstream = '', model = ''] = values
  const address = providers[upstream]
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': address?.name ?? upstream,
    'gen_ai.request.model': model,
    'server.address': address?.host ?? '',
    'server.port': address === undefined ? '' : String(address.port),
  }
}
