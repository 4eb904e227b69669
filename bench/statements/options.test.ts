import { expect, it } from 'vitest'
import { readOptions } from './options.ts'

it('reads options, and returns undefined if help is requested', () => {
  expect(readOptions(['--talk', 'de-', '--show', '14', '--json'])).toMatchObject({
    talk: 'de-',
    show: 14,
    isJson: true,
  })
  expect(readOptions(['--help'])).toBeUndefined()
})

it.each([
  [['--show', '3'], '--show needs --talk'],
  [['--talk', 'a', '--show', 'x'], '--show is "x"'],
  [['--talk', 'a', '--write'], 'leave out --talk'],
  [['--everything'], '--everything'],
])('refuses %j', (argv, message) => {
  expect(() => readOptions(argv)).toThrow(message)
})
