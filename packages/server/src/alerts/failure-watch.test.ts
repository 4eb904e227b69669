import { describe, expect, test } from 'vitest'
import { Calls } from '../observability/request-metrics.ts'
import { Count, SeriesTable } from '../observability/series-table.ts'
import { createCounters } from '../proxy/counters.ts'
import { FailureWatch } from './failure-watch.ts'

/** @param failedBefore calls and folds that failed before the watch was created */
function createWatch(failedBefore = 0) {
  const calls = new SeriesTable({ labels: ['operation', 'upstream', 'model'], limit: 100, create: () => new Calls() })
  const requests = new SeriesTable({ labels: ['route', 'status', 'outcome'], limit: 100, create: () => new Count() })
  const counters = createCounters()
  const call = (upstream: string, times: number, errorType = '') => {
    for (let time = 0; time < times; time++) calls.of('chat', upstream, 'm').durations.of(errorType).observe(1)
    requests.of('/v1', '200', 'none').value += times
  }
  call('local', failedBefore, '500')
  for (let time = 0; time < failedBefore; time++) counters.add('fold_failed')
  const watch = new FailureWatch({ metrics: { calls, requests }, counters }, { failureShare: 0.5, quietMs: 1000 })
  return {
    counters,
    check: () => watch.check(),
    call,
  }
}

describe('a provider', () => {
  test('causes an alert with reasons when half of its responses fail', () => {
    const watch = createWatch()
    watch.call('local', 6)
    watch.call('local', 5, '503')
    expect(watch.check()).toEqual([])
    watch.call('local', 1, 'upstream_unreachable')
    expect(watch.check()).toMatchObject([
      {
        kind: 'provider_failing',
        key: 'provider_failing local',
        quietMs: 1000,
        message: '6 of the last 12 requests to local failed (50 %)',
        data: { upstream: 'local', reasons: { 503: 5, upstream_unreachable: 1 } },
      },
    ])
  })

  test('causes no alert for invalid requests and clients that disconnect', () => {
    const watch = createWatch()
    watch.call('local', 20, '400')
    watch.call('local', 20, '404')
    watch.call('local', 20, 'client_gone')
    expect(watch.check()).toEqual([])
  })

  test('causes no alert after few calls', () => {
    const watch = createWatch()
    watch.call('local', 4, '500')
    expect(watch.check()).toEqual([])
  })

  test('is counted separately from other providers, and its failures leave the window', () => {
    const watch = createWatch()
    watch.call('broken', 10, '401')
    watch.call('whole', 100)
    expect(watch.check().map(({ key }) => key)).toEqual(['provider_failing broken'])
    for (let look = 0; look < 10; look++) watch.check()
    expect(watch.check()).toEqual([])
  })

  test('causes no alert for later successes once its failures have left the window', () => {
    const watch = createWatch()
    watch.call('local', 100, '500')
    watch.check()
    for (let look = 0; look < 10; look++) watch.check()
    watch.call('local', 10)
    expect(watch.check()).toEqual([])
  })
})

test('repeated compression failures cause an alert with reasons, single failures do not', () => {
  const watch = createWatch()
  watch.call('local', 100)
  for (let time = 0; time < 4; time++) watch.counters.add('fold_failed')
  expect(watch.check()).toEqual([])
  watch.counters.add('fold_late')
  expect(watch.check()).toMatchObject([
    {
      kind: 'compression_failing',
      severity: 'warning',
      data: { failed: 5, reasons: { fold_failed: 4, fold_late: 1 } },
    },
  ])
  watch.call('local', 1000)
  expect(watch.check()).toEqual([])
})

test('one failure of the store causes an alert', () => {
  const watch = createWatch()
  watch.counters.add('record_failed')
  expect(watch.check()).toMatchObject([{ kind: 'store_failing', data: { failed: 1, reasons: { record_failed: 1 } } }])
})

test('requests that are left out of the lists of their sessions are no failure of the store', () => {
  const watch = createWatch()
  for (let time = 0; time < 300; time++) watch.counters.add('turn_left_out')
  expect(watch.check()).toEqual([])
})

test('failures from before the watch was created cause no alert', () => {
  const watch = createWatch(100)
  expect(watch.check()).toEqual([])
  watch.call('local', 10)
  expect(watch.check()).toEqual([])
})
