import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** The error in the line that is logged for `error`. */
function logged(error: unknown) {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).error({ error }, 'It failed.')
  return JSON.parse(lines.join('')).error
}

test('an error is logged with its cause, and without fields that may contain input', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', url: 'https://user:password@host' })
  expect(logged(new TypeError('failed', { cause }))).toEqual({
    name: 'TypeError',
    message: 'failed',
    stack: expect.any(String),
    cause: { name: 'Error', message: 'refused', code: 'ECONNREFUSED', stack: expect.any(String) },
  })
})

test('an error that is its own cause is logged', () => {
  const error = new Error('failed')
  error.cause = new Error('other', { cause: error })
  expect(logged(error)).toMatchObject({ message: 'failed', cause: { message: 'other' } })
})
