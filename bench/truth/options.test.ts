import { expect, it } from 'vitest'
import { readOptions } from './options.ts'

it('reads the number of talks, and one language or all', () => {
  const all = readOptions([])
  expect(all).toMatchObject({ talks: 60, seed: 7, show: undefined, shrink: undefined })
  expect(all.languages.length).toBeGreaterThan(10)
  const { talks, languages } = readOptions(['--talks', '5', '--language', 'de'])
  expect([talks, languages.map(([id]) => id)]).toEqual([5, ['de']])
  expect(() => readOptions(['--language', 'xx'])).toThrow('Unknown language "xx"')
})

it.each(['--talks 5', '--show old'])('refuses %s with --shrink, which would ignore it', (other) => {
  expect(() => readOptions(['--shrink', 'old', ...other.split(' ')])).toThrow('--shrink excludes --talks and --show')
})
