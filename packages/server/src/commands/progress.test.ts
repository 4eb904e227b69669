import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

test('long work is reported once a second, short work not at all', () => {
  const lines: string[] = []
  let time = 0
  const progress = createProgress({ note: (line) => lines.push(line) }, 'Copied', () => time)
  for (let step = 0; step <= 30; step++) {
    time = step * 100
    progress.report(step / 30)
  }
  expect(lines).toEqual(['Copied 33 %', 'Copied 66 %', 'Copied 100 %'])
})
