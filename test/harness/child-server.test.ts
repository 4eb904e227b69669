import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild, waitForStart } from './child-server.ts'

/** Running processes whose environment contains `text`. */
function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
}

test.runIf(process.platform === 'linux')(
  'a server that does not start in time is ended with all its processes',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pleat-late-'))
    onTestFinished(() => {
      for (const pid of processesWith(dataDir)) process.kill(pid, 'SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    })
    await expect(startChild({ PLEAT_PORT: '0', PLEAT_DATA_DIR: dataDir }, 300)).rejects.toThrow('did not start')
    await expect.poll(() => processesWith(dataDir)).toEqual([])
  },
)

test('the wait for a start ends when a signal ends the server', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.kill('SIGKILL')
  await expect(waitForStart(child, 4000)).rejects.toThrow('The server was ended by SIGKILL')
})
