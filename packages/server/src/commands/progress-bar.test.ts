import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

const drawAll = (isTTY: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY })
  const bar = createProgressBar(stream)
  for (let done = 0; done <= 40; done++) bar.draw({ done, of: 40, note: '$0.10 spent' })
  bar.end()
  return String(stream.read())
}

test('a terminal shows one line that fills', () => {
  const text = drawAll(true)
  expect(text.match(/\n/g)).toHaveLength(1)
  expect(text).toContain('[############------------] 20 of 40, $0.10 spent')
})

test('a log file gets a line for each tenth', () => {
  const lines = drawAll(false).trim().split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('[########################] 40 of 40, $0.10 spent')
})
