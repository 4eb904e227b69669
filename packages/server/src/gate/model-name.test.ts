import { expect, test } from 'vitest'
import { modelName } from './model-name.ts'

test('a usual name is unchanged', () => {
  for (const name of ['gpt-4o', 'org/model:free', 'ft:gpt-4o:org::id', '']) expect(modelName(name)).toBe(name)
})

test('a long name is cut, and one of several lines becomes one line', () => {
  expect(modelName('a'.repeat(300_000))).toHaveLength(128)
  expect(modelName(`${'m'.repeat(127)}😀${'x'.repeat(300_000)}`)).toBe('m'.repeat(127))
  expect(modelName('a\nb\u2028c\x00d\ud800')).toBe('a?b?c?d?')
})
