import { expect, test } from 'vitest'
import { protectDashedId } from './dashed-id.ts'

const show = (...argv: string[]) => protectDashedId(['sessions', 'show', ...argv]).slice(2)

test('a session id that starts with a dash goes behind the options', () => {
  expect(show('-hK9x', '--json')).toEqual(['--json', '--', '-hK9x'])
  expect(show('--Abc9Abc9Abc9Abc9Abc9')).toEqual(['--', '--Abc9Abc9Abc9Abc9Abc9'])
})

test('options, their values, other ids and other commands stay where they are', () => {
  for (const argv of [
    ['my-talk', '--tags', '1'],
    ['-h'],
    ['--help'],
    ['--tags', '-1234', 'x'],
    ['--jsno', 'x'],
    ['--', '-abcd'],
  ]) {
    expect(show(...argv)).toEqual(argv)
  }
  expect(protectDashedId(['keys', 'list', '-abcd'])).toEqual(['keys', 'list', '-abcd'])
})
