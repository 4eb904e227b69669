import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { faultsOfAll } from './view-floors.ts'

const set = { name: 'a', title: 'A set', saved: 0.5 }
const figures = { conversations: 1, turns: 9, evidence: {}, strict: {} }

it('does not accept a check that measured no set', () => {
  expect(faultsOfAll([{ ...figures, set, saved: 0.6 }])).toEqual([])
  expect(faultsOfAll([{ ...figures, set, saved: 0.4 }])).toEqual(['a: saved is 0.400, wanted >= 0.5'])
  expect(faultsOfAll([])).toEqual([expect.stringContaining('nothing was measured')])
})

it('prints only JSON on standard output with --json', async () => {
  const argv = [join(import.meta.dirname, 'run.ts'), '--json', 'oasst_sessions']
  const { stdout } = await promisify(execFile)(process.execPath, argv)
  expect(JSON.parse(stdout)).toBeInstanceOf(Array)
})
