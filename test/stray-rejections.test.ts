import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { killGroup, waitForStart } from './harness/child-server.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Rejects a promise that nothing handles, when the process receives SIGUSR2. */
const FAULT = `process.on('SIGUSR2', () => void Promise.reject(new Error('a fault')))`

test('a rejected promise that nothing handles is logged, and the server goes on serving', async ({
  onTestFinished,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-rejections-'))
  const options = [
    '--import',
    `data:text/javascript,${encodeURIComponent(FAULT)}`,
    'packages/server/src/main.ts',
    'start',
  ]
  const child = spawn(process.execPath, options, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, PLEAT_PORT: '0', PLEAT_DATA_DIR: dataDir, PLEAT_WARM_UP: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    killGroup(child)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const { url, output } = await waitForStart(child)
  child.kill('SIGUSR2')
  await vi.waitFor(() => expect(output()).toContain('A promise was rejected, and nothing handled it.'), 10_000)
  expect((await fetch(`${url}/v1/health`)).status).toBe(200)
  expect(child.exitCode).toBeNull()
})
