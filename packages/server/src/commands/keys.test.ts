import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { PLAIN_COUNTS } from '../adapters/usage-counts.fixture.ts'
import { hashKey } from '../gate/key-format.ts'
import type { Store } from '../store-port.ts'
import { parseDuration } from './duration.ts'
import { type KeyOptions, readKeyOptions } from './key-options.ts'
import { runHere } from './run-here.fixture.ts'
import { UsageError } from './usage-error.ts'

const NOW = Date.UTC(2026, 10, 20)
let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-keys-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const run = (...argv: string[]) => runHere(argv, { directory })

async function inStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

describe('keys on the command line', () => {
  test('are created with limits, changed, blocked, replaced, listed and kept by a backup', async () => {
    const options = ['--models', 'gpt-5*,claude-*', '--spending-limit-cents', '500', '--spending-period', 'day']
    const made = await run('keys', 'create', '--account', 'a', ...options, '--tags', 'prod,b', '--json')
    const { key, id } = JSON.parse(made.stdout) as { key: string; id: string }
    const limits = {
      models: ['gpt-5*', 'claude-*'],
      spending_limit: { cents: 500, period: 'day' },
      tags: ['prod', 'b'],
    }
    expect(JSON.parse(made.stdout)).toMatchObject({ ...limits, state: 'live', unpriced: 'refuse', expires_at: null })

    const set = await run('keys', 'set', id, '--expires', '30d', '--models', 'all', '--spending-limit-cents', '7.5')
    expect(set.stdout).toMatch(
      new RegExp(`^Changed ${id} .* of a\\.\n  Spending limit +7\\.5 cents a month\n  Expires +2`),
    )
    expect((await run('keys', 'block', key.slice(0, 12))).stdout).toMatch(/^Blocked /)
    expect(JSON.parse((await run('keys', 'unblock', id, '--json')).stdout)).toMatchObject({
      id,
      state: 'live',
      models: [],
    })
    const rotated = JSON.parse(
      (await run('keys', 'rotate', `${key.slice(0, 12)}...`, '--grace', '7d', '--json')).stdout,
    )
    expect(rotated).toMatchObject({ id, tags: ['prod', 'b'], previous_key_until: expect.stringMatching(/Z$/) })

    const day = new Date().toISOString().slice(0, 10)
    const counts = { requests: 1, folded: 0, failed: 0, originalTokens: 1, optimizedTokens: 1 }
    const bill = { billedInputTokens: 1, billedCachedTokens: 0, outputTokens: 1, billMicroCents: 1_250_000 }
    const entry = { keyId: id, accountId: 'a', day, model: 'm', ...counts, ...bill, ...PLAIN_COUNTS }
    await inStore((store) => store.usage.add([entry]))
    expect((await run('backup', 'backup.db')).code).toBe(0)
    expect((await run('keys', 'revoke', id)).code).toBe(0)
    expect((await run('restore', 'backup.db', '--force')).code).toBe(0)
    const { keys } = JSON.parse((await run('keys', 'list', '--json')).stdout) as { keys: object[] }
    expect(keys).toEqual([
      expect.objectContaining({
        id,
        state: 'live',
        spending_limit: { cents: 7.5, period: 'month' },
        spent_today_cents: 1.25,
        spent_month_cents: 1.25,
        tags: ['prod', 'b'],
      }),
    ])
    expect((await run('keys', 'list')).stdout).toMatch(
      / 7\.5 cents a month +1\.25 +1\.25 +default +prod, b .* live until /,
    )
    for (const each of [key, rotated.key as string]) {
      expect((await inStore(async (store) => store.keys.findCaller(hashKey(each))))?.keyId).toBe(id)
    }
  })

  test('report when a replaced key stops working: after its grace period, with the key, or at once', async () => {
    const made = await run('keys', 'create', '--account', 'a', '--expires', '2099-01-01T12:00:00Z', '--json')
    const { id } = JSON.parse(made.stdout) as { id: string }
    const rotate = async (...options: string[]) => (await run('keys', 'rotate', id, ...options)).stdout
    expect(await rotate('--grace', '7d')).toMatch(/\n {2}The old key +works until 20(?!99)/)
    expect(await rotate('--grace', '0s')).toMatch(/\n {2}The old key +stopped working\n/)
    expect((await run('keys', 'set', id, '--expires', '1d')).code).toBe(0)
    const { expires_at, previous_key_until } = JSON.parse(await rotate('--grace', '7d', '--json'))
    expect(previous_key_until).toBe(expires_at)
  })

  test('fail with one line of error if they do not exist, or if the options are invalid or change nothing', async () => {
    const ends = await Promise.all([
      run('keys', 'block', 'nobody'),
      run('keys', 'rotate', 'nobody', '--grace', '91d'),
      run('keys', 'set', 'nobody'),
    ])
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, 'error: no key has this id or these first characters; see: pleat-server keys list\n'],
      [2, 'error: --grace must be a duration such as 24h or 7d, up to 90d, not "91d"\n'],
      [2, 'error: no change was given; see: pleat-server keys set --help\n'],
    ])
  })
})

describe('options of a key', () => {
  test.each<[KeyOptions, object]>([
    [{}, {}],
    [{ expires: '12h' }, { expiresAt: NOW + 43_200_000 }],
    [{ expires: '2026-12-31' }, { expiresAt: Date.UTC(2026, 11, 31) }],
    [{ expires: '2026-12-31T10:00:00+01:00' }, { expiresAt: Date.UTC(2026, 11, 31, 9) }],
    [{ expires: 'never' }, { expiresAt: null }],
    [{ models: 'a, b*' }, { models: ['a', 'b*'] }],
    [
      { models: 'all', tags: 'none' },
      { models: [], tags: [] },
    ],
    [{ spendingLimitCents: '0.5' }, { spending: { microCents: 500_000, period: 'month' } }],
    [{ spendingLimitCents: 'none' }, { spending: null }],
    [
      { rpm: 'default', unpriced: 'allow' },
      { requestsPerMinute: null, allowsUnpriced: true },
    ],
  ])('%j change %j', (options, changes) => {
    expect(readKeyOptions(options, NOW)).toEqual(changes)
  })

  test.each<[KeyOptions, RegExp]>([
    [{ expires: 'soon' }, /^--expires must be/],
    [{ expires: '1' }, /^--expires must be/],
    [{ models: 'a,,b' }, /^--models: each item must be a model name/],
    [{ spendingLimitCents: '-1' }, /^--spending-limit-cents must be an amount/],
    [{ spendingPeriod: 'day' }, /^--spending-period needs --spending-limit-cents/],
    [{ spendingLimitCents: '1', spendingPeriod: 'week' }, /^--spending-period must be day or month/],
    [{ unpriced: 'yes' }, /^--unpriced must be refuse or allow/],
    [{ rpm: '0' }, /^--rpm must be/],
    [{ tags: '' }, /^--tags: each item/],
  ])('%j are refused', (options, message) => {
    expect(() => readKeyOptions(options, NOW)).toThrow(UsageError)
    expect(() => readKeyOptions(options, NOW)).toThrow(message)
  })

  test('durations have a unit', () => {
    expect(['30s', '30m', '12h', '90d', '0s'].map(parseDuration)).toEqual([
      30_000, 1_800_000, 43_200_000, 7_776_000_000, 0,
    ])
    expect(['30', 'd', '1w', '-1d', '1.5h'].map(parseDuration)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
