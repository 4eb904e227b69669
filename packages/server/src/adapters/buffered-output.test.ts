import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs a process that logs at once, and again after its first lines were written. It exits with 3. */
function runLogging(redirection: string) {
  const script = `
    const { createLog } = await import(${JSON.stringify(join(import.meta.dirname, 'log.ts'))})
    const log = createLog('info')
    log.info({}, 'first')
    setTimeout(() => {
      log.info({}, 'second')
      process.exit(3)
    }, 700)
  `
  const command = [process.execPath, '--input-type=module', '-e', script]
  const options = { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' } as const
  return spawnSync('sh', ['-c', `exec "$0" "$@" ${redirection}`, ...command], options)
}

test('all lines are written before the process exits', () => {
  const { status, stdout } = runLogging('')
  expect(status).toBe(3)
  expect(stdout).toMatch(/^\{.*"first"\}\n\{.*"second"\}\n$/)
})

test.runIf(existsSync('/dev/full'))('a process whose standard output is full goes on, and exits as usual', () => {
  const { status, stderr } = runLogging('> /dev/full')
  expect([status, stderr]).toEqual([3, ''])
})
