import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { selected, wholeNumber } from './options.ts'

it('reads whole numbers that are not below the minimum, and refuses other texts', () => {
  expect(wholeNumber('--times', '12')).toBe(12)
  expect(wholeNumber('--rounds', '0', 0)).toBe(0)
  for (const text of ['abc', '', '0', '-1', '1.5', '1e400', ' ']) {
    expect(() => wholeNumber('--times', text)).toThrow(`--times is "${text}"; it has to be a whole number from 1 on`)
  }
})

it('selects all names if none is given, and refuses unknown ones', () => {
  expect(selected('--set', [], ['a', 'b'])).toEqual(['a', 'b'])
  expect(selected('--set', ['b'], ['a', 'b'])).toEqual(['b'])
  expect(() => selected('--set', ['b', 'c'], ['a', 'b'])).toThrow('--set is "c"; it has to be one of a, b.')
})

it.concurrent.each([
  ['window', 'run.ts', '--set', 'none'],
  ['window', 'run.ts', '--turns', 'none'],
  ['quality', 'run.ts', '--only', 'cost', '--set', 'locomo'],
  ['quality', 'run.ts', '--only', 'view', '--limit', '1'],
  ['clients', 'run.ts', '--only', 'no such client'],
  ['cluster', 'kill.ts', '--times', 'none'],
  ['cluster', 'run.ts', '--lanes', 'none'],
  ['companion', 'run.ts', '--times', 'none'],
  ['load', 'run.ts', '--workers', '1,none'],
  ['nodes', 'run.ts', '--sessions', 'none'],
  ['responses', 'run.ts', '--limit', 'none'],
  ['truth', 'run.ts', '--talks', 'none'],
  ['tul1', 'run.ts', '--check', 'none'],
])('bench/%s/%s fails at once when options beginning with %s %s are wrong', async (folder, script, ...argv) => {
  const call = promisify(execFile)(process.execPath, [join(import.meta.dirname, folder, script), ...argv])
  await expect(call).rejects.toMatchObject({
    code: expect.any(Number),
    stdout: '',
    stderr: expect.stringMatching(/it has to be|leave out/),
  })
})
