import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnCommand } from './spawned-command.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-demo-test-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('the demo saves most of the tokens, changes no answer and keeps the fact that is asked for', async () => {
  // The settings of the user must not reach the demo: no server could listen on this host.
  const variables = { PLEAT_HOST: 'no-such-host.invalid' }
  const { code, stdout, stderr } = await spawnCommand(['demo', '--json'], { directory, variables }).ended
  expect(stderr).toBe('')
  const result = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(result.turns).toHaveLength(25)
  expect(result.totals.savings_percent).toBeGreaterThan(50)
  expect(result).toMatchObject({ is_whole: true, is_unchanged: true })
  expect(readdirSync(directory)).toEqual([])
})

test('the demo shows a bar for every turn, and the lines that hold the answer', async () => {
  const { code, stdout } = await spawnCommand(['demo'], { directory }).ended
  expect(code).toBe(0)
  expect(stdout.match(/█/g)!.length).toBeGreaterThan(25)
  expect(stdout).toMatch(/^ {4}3U .*KX-2207-118/m)
})
