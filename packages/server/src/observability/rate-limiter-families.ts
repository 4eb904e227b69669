import type { RateLimiter, RateLimiterState } from '../gate/rate-limiter-port.ts'
import type { MetricFamily } from './metric-family.ts'

interface Measure {
  readonly name: string
  readonly unit: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly aggregation?: 'min' | 'max'
  read(state: RateLimiterState): number
}

const MEASURES: readonly Measure[] = [
  {
    name: 'pleat.rate_limit.shared',
    unit: '1',
    type: 'gauge',
    help: '1 while processes count requests together, 0 while one of them limits by its share.',
    aggregation: 'min',
    read: ({ isShared }) => (isShared ? 1 : 0),
  },
  {
    name: 'pleat.rate_limit.nodes',
    unit: '{node}',
    type: 'gauge',
    help: 'Processes that count requests together, as last known.',
    aggregation: 'max',
    read: ({ nodes }) => nodes,
  },
  {
    name: 'pleat.rate_limit.alone',
    unit: '{request}',
    type: 'counter',
    help: 'Requests that were limited by the share of one process, because the common count was not available in time.',
    read: ({ alone }) => alone,
  },
]

/** State of processes that count requests together. No series if one process counts alone. */
export function rateLimiterFamilies(limiter: Pick<RateLimiter, 'state'>): readonly MetricFamily[] {
  return MEASURES.map(({ read, ...measure }) => ({
    ...measure,
    read: () => (limiter.state ? [{ labels: {}, value: read(limiter.state) }] : []),
  }))
}
