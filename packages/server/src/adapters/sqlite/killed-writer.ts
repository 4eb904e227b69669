import { writeSync } from 'node:fs'
import type { UsageEntry } from '../../money/usage-port.ts'
import { PLAIN_COUNTS } from '../usage-counts.fixture.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

/** The process that the test kills: it creates keys and adds usage, and prints each committed write. */
const dataDir = process.argv[2]
if (!dataDir) throw new Error('a data directory is needed')

const store = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
for (let round = 0; ; round++) {
  const name = `${process.pid}-${round}`
  const key = await store.keys.createKey({ name: 'a' }, { hash: name, preview: name, requestsPerMinute: null })
  writeSync(1, `key ${key.id} ${name}\n`)
  const entry: UsageEntry = {
    keyId: key.id,
    accountId: key.accountId,
    day: '2026-11-20',
    model: 'm',
    requests: 1,
    folded: 0,
    failed: 0,
    originalTokens: round,
    optimizedTokens: 0,
    billedInputTokens: 0,
    billedCachedTokens: 0,
    outputTokens: 0,
    billMicroCents: 0,
    ...PLAIN_COUNTS,
  }
  await store.usage.add([entry])
  writeSync(1, `usage ${key.id} ${round}\n`)
}
