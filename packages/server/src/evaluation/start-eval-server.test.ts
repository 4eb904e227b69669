import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEvalServer } from './start-eval-server.ts'

vi.mock('../gate/issue-key.ts', () => ({
  issueKey: async () => {
    throw new Error('the disk is full')
  },
}))

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-start-eval-'))
  vi.stubEnv('TMPDIR', directory)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

test('a server whose key cannot be created is closed, and its data is removed', async () => {
  const listening = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length
  const before = listening()
  await expect(startEvalServer({})).rejects.toThrow('the disk is full')
  expect([listening() - before, readdirSync(directory)]).toEqual([0, []])
})

test('the file of context windows of the settings is read', async () => {
  const file = join(directory, 'windows.json')
  writeFileSync(file, '{"windows": [{"words": ["gpt-4o"], "tokens": "many"}]}')
  await expect(startEvalServer({ PLEAT_WINDOWS: file })).rejects.toThrow('PLEAT_WINDOWS')
})
