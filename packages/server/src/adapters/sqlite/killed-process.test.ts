import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeUntilKilled } from '../write-until-killed.fixture.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const WRITER = join(import.meta.dirname, 'killed-writer.ts')

test('every committed write survives kill -9 at any moment', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-killed-'))
  try {
    const promised = { keys: new Map<string, string>(), usage: new Map<string, number>() }
    // Two at once, so that one is also killed while the other writes or waits.
    for (let round = 0; round < 4; round++) {
      const lines = await Promise.all([writeUntilKilled(WRITER, dataDir, 80), writeUntilKilled(WRITER, dataDir, 80)])
      for (const [kind, id, value] of lines.flat().map((line) => line.split(' ') as [string, string, string])) {
        if (kind === 'key') promised.keys.set(id, value)
        else promised.usage.set(id, Number(value))
      }
    }
    const store = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
    const usage = new Map((await store.usage.list({})).map((row) => [row.keyId, row.originalTokens]))
    expect(promised.usage.size).toBeGreaterThan(8)
    for (const [id, hash] of promised.keys) expect((await store.keys.findCaller(hash))?.keyId).toBe(id)
    for (const [id, tokens] of promised.usage) expect(usage.get(id)).toBe(tokens)
    await store.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
