import { describe, expect, it } from 'vitest'
import { describeChange, showChange } from './show-change.ts'

describe('showing a change', () => {
  it('lists added and removed lines with one line of context', () => {
    const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}\n'
    const after = '{\n  "a": 1,\n  "b": 2,\n  "x": 0,\n  "c": 5,\n  "d": 4\n}\n'
    expect(showChange(before, after)).toBe('    "b": 2,\n-   "c": 3,\n+   "x": 0,\n+   "c": 5,\n    "d": 4')
  })

  it('shows the whole text of a new file, and not the text of a removed one', () => {
    expect(describeChange('', 'one\ntwo\n')).toBe('+ one\n+ two')
    expect(describeChange('secret', undefined)).toBe('(the file is removed)')
  })
})
