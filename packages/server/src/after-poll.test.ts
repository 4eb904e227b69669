import { expect, test } from 'vitest'
import { afterPoll } from './after-poll.ts'

test('runs the work of a tick in order after the poll, and work added meanwhile after the next poll', async () => {
  const done: string[] = []
  afterPoll(() => {
    done.push('first')
    afterPoll(() => done.push('third'))
  })
  afterPoll(() => done.push('second'))
  expect(done).toEqual([])
  await new Promise(setImmediate)
  expect(done).toEqual(['first', 'second'])
  await new Promise(setImmediate)
  expect(done).toEqual(['first', 'second', 'third'])
})
