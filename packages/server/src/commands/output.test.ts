import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createOutput, formatTable, percentSaved } from './output.ts'

test('columns are aligned, numbers to the right, without trailing spaces', () => {
  const table = formatTable(
    ['NAME', 'COUNT', 'STATE'],
    [
      ['a', 5, 'live'],
      ['longer', 1_234_567, ''],
    ],
  )
  expect(table.split('\n')).toEqual(['NAME        COUNT  STATE', 'a               5  live', 'longer  1,234,567'])
})

test('a name cannot control the terminal', () => {
  expect(formatTable(['MODEL'], [['gpt\u001b[31m\n\u202e']])).toBe('MODEL\ngpt?[31m??')
})

test('savings are shown in percent with one decimal, also of nothing and of a longer request', () => {
  expect([percentSaved(3, 1), percentSaved(0, 0), percentSaved(200, -1)]).toEqual([33.3, 0, -0.5])
})

test('with --json a failure is one line of JSON on standard output, and one line of text on standard error', () => {
  const { output, printed } = capture(true)
  output.failure('no\n  good')
  expect(printed()).toEqual({ stdout: '{"error":"no; good"}\n', stderr: 'error: no; good\n' })
})

test('without --json standard output contains only the result', () => {
  const { output, printed } = capture(false)
  output.result({ a: 1 }, () => 'A 1')
  output.note('by the way')
  output.failure('no')
  expect(printed()).toEqual({ stdout: 'A 1\n', stderr: 'by the way\nerror: no\n' })
})

function capture(isJson: boolean) {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const printed = () => ({ stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') })
  return { output: createOutput({ stdout, stderr }, isJson), printed }
}
