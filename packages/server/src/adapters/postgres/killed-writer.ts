import { writeSync } from 'node:fs'
import { openPostgresStore } from './open-postgres-store.ts'

/** The process that the test kills. It creates keys, charges fees, stores decisions, and prints committed writes. */
const url = process.argv[2]
if (!url) throw new Error('the URL of a database is needed')

const SILENT = { info: () => {}, warn: () => {} }
const store = await openPostgresStore({ url, connections: 3, graceMs: 0, requestsPerMinute: 1, log: SILENT })
for (let round = 0; ; round++) {
  const name = `${process.pid}-${round}`
  const key = await store.keys.createKey({ name: 'a' }, { hash: name, preview: name, requestsPerMinute: null })
  writeSync(1, `key ${key.id} ${name}\n`)
  const { accountId } = key
  const fee = { microCents: 3, sharePercent: 30 }
  const price = { savedTokens: 1, priceName: 'm', microDollarsPerMillion: 1 }
  const once = { keyHash: name, bodyHash: 'b' }
  await store.ledger.charge({ accountId, keyId: key.id, ...price, fees: { free: fee, pro: fee }, once })
  writeSync(1, `charge ${accountId} ${name}\n`)
  const row = {
    accountId,
    idHash: name,
    generatedId: null,
    turns: 2,
    requests: 2,
    originalTokens: 1,
    savedTokens: 0,
    disabledReason: null,
    refusedTips: [],
    lastUsedAt: Date.now(),
    cacheDecisions: [{ tip: name, code: 1 }],
    version: 0,
  }
  await store.sessions.save([{ row, tip: name }])
  writeSync(1, `decision ${accountId} ${name}\n`)
}
