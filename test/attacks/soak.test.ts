import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const SOAK = join(import.meta.dirname, 'soak.ts')
const isLinux = process.platform === 'linux'

test.runIf(isLinux)('a soak whose server is killed fails with the verdict that the server is not alive', async () => {
  const soak = spawn(process.execPath, [SOAK, '0.06', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void soak.kill('SIGKILL'))
  let printed = ''
  soak.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = once(soak, 'close')
  await once(soak.stdout, 'data')
  const server = Number(readFileSync(`/proc/${soak.pid}/task/${soak.pid}/children`, 'utf8').split(' ')[0])
  process.kill(server, 'SIGKILL')
  const [code] = await ended
  const lines = printed.trim().split('\n')
  expect(code).toBe(1)
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ peak: expect.any(Number), alive: { holds: false } })
  expect(JSON.parse(lines.at(-1)!).peak).toBeGreaterThan(10)
})
