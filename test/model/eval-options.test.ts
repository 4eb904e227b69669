import { describe, expect, it } from 'vitest'
import { readEvalOptions } from './eval-options.ts'

const namesFor = (...argv: readonly string[]) => readEvalOptions(argv)?.conversations.map(({ name }) => name)

describe('the options of test:model-eval', () => {
  it('name conversations and a number of questions', () => {
    expect(namesFor()).toEqual(['flat', 'choir', 'dog'])
    expect(namesFor('dog', 'flat')).toEqual(['flat', 'dog'])
    expect(readEvalOptions(['--questions', '3'])?.most).toBe(3)
    expect(readEvalOptions(['--help'])).toBeUndefined()
  })

  it.each(['abc', '0', '-1', '1.5', ''])('refuse %j as a number of questions', (text) => {
    const refused = `--questions must be a whole number from 1 to 100, not "${text}"`
    expect(() => readEvalOptions([`--questions=${text}`])).toThrow(refused)
  })

  it.each(['flats', 'bakery'])('refuse the conversation "%s" and list those that fit the window', (name) => {
    const refused = `No conversation "${name}" fits the window of the model. Name some of these: flat, choir, dog`
    expect(() => readEvalOptions(['flat', name])).toThrow(refused)
  })
})
