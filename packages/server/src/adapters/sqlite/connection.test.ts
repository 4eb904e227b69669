import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runWithLimitedFiles } from './limited-files.fixture.ts'

test('a migration that fails on a full disk reports that cause, although SQLite has rolled back itself', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-connection-'))
  try {
    const script = `
      const { connect } = await import(${JSON.stringify(join(import.meta.dirname, 'connection.ts'))})
      await connect(process.argv[1], { checksIntegrity: false })
    `
    const { stderr, status } = runWithLimitedFiles(200, script, join(directory, 'pleat.db'))
    expect(status).toBe(1)
    expect(stderr).toMatch(/disk I\/O error|disk is full/)
    expect(stderr).not.toContain('rollback')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
