import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStore } from './open-sqlite-store.ts'

const WRITER = join(import.meta.dirname, 'killed-writer.ts')

test('whatever was committed is there after kill -9, at whatever moment', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-killed-'))
  try {
    const promised = { keys: new Map<string, string>(), usage: new Map<string, number>() }
    // Two at once, so that one also dies while the other writes or waits.
    for (let round = 0; round < 4; round++) {
      const lines = await Promise.all([writeUntilKilled(dataDir), writeUntilKilled(dataDir)])
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

/** The whole lines that a writer printed before it was killed, which is up to 80 ms after its first. */
function writeUntilKilled(dataDir: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let errors = ''
    writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (printed === '') setTimeout(() => writer.kill('SIGKILL'), Math.random() * 80)
      printed += chunk
    })
    writer.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk
    })
    writer.on('error', reject)
    writer.on('close', () => {
      if (printed === '') reject(new Error(`the writer wrote nothing: ${errors}`))
      else resolve(printed.split('\n').slice(0, -1))
    })
  })
}
