import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { PLAIN_COUNTS } from '../adapters/usage-counts.fixture.ts'
import { TRANSCRIPT_USAGE } from '../usage-kinds.ts'
import { runHere } from './run-here.fixture.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-usage-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** The output of `usage` after a request with each of these models, which saved 3,000 of 4,000 tokens. */
async function usageOf(models: readonly string[]): Promise<string> {
  const store = await openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })
  const entry = {
    keyId: 'key',
    accountId: 'account',
    day: new Date().toISOString().slice(0, 10),
    requests: 1,
    folded: 1,
    failed: 0,
    originalTokens: 4000,
    optimizedTokens: 1000,
    billedInputTokens: 0,
    billedCachedTokens: 0,
    outputTokens: 0,
    billMicroCents: 0,
    ...PLAIN_COUNTS,
  }
  await store.usage.add(models.map((model) => ({ ...entry, model })))
  await store.close()
  return (await runHere(['usage', '--days', '2'], { directory })).stdout
}

test.each([
  [['gpt-x'], 'Saved 3,000 of 4,000 input tokens (75 %)'],
  [['gpt-x', TRANSCRIPT_USAGE], 'Saved 6,000 of 8,000 input tokens and tokens of transcript views (75 %)'],
])('the sum of the usage of %j names the tokens of transcript views', async (models, text) => {
  expect(await usageOf(models)).toContain(text)
})
