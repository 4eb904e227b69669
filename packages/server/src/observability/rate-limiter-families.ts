import type { RateLimiter, RateLimiterState } from '../ports.ts'
import type { MetricFamily } from './metric-family.ts'

/** How processes that count requests together get on; no series where one process counts alone. */
export function rateLimiterFamilies(limiter: Pick<RateLimiter, 'state'>): readonly MetricFamily[] {
  const family = (
    name: string,
    { unit, type, help }: Pick<MetricFamily, 'unit' | 'help'> & { type: 'counter' | 'gauge' },
    read: (state: RateLimiterState) => number,
  ): MetricFamily => ({
    name: `pleat.rate_limit.${name}`,
    unit,
    type,
    help,
    read: () => (limiter.state ? [{ labels: {}, value: read(limiter.state) }] : []),
  })
  return [
    family(
      'shared',
      {
        unit: '1',
        type: 'gauge',
        help: '1 while processes count requests together, 0 while each limits by its share.',
      },
      ({ isShared }) => (isShared ? 1 : 0),
    ),
    family(
      'nodes',
      { unit: '{node}', type: 'gauge', help: 'Processes that count requests together, as heard last.' },
      ({ nodes }) => nodes,
    ),
    family(
      'alone',
      {
        unit: '{request}',
        type: 'counter',
        help: 'Requests that were limited by the share of one process, since the count of all was not to be had in time.',
      },
      ({ alone }) => alone,
    ),
  ]
}
