import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nextMessage } from './child.ts'

function forked(source: string) {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-child-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'child.mjs'), source)
  return fork(join(directory, 'child.mjs'), { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}

test('waiting for the message of a process that ends without one fails with its exit code', async () => {
  const child = forked('process.exit(3)')
  await expect(nextMessage(child)).rejects.toThrow('ended with 3')
  await expect(nextMessage(child)).rejects.toThrow('ended with 3')
})

test('each message of a process is received, and no listener is left', async () => {
  const child = forked("process.on('message', (n) => process.send(n + 1)); process.send(0)")
  onTestFinished(() => void child.kill())
  const before = child.listenerCount('exit')
  let message = await nextMessage(child)
  for (let round = 0; round < 20; round++) {
    const next = nextMessage(child)
    child.send(message as number)
    message = await next
  }
  expect(message).toBe(20)
  expect([child.listenerCount('exit'), child.listenerCount('message')]).toEqual([before, 0])
})
