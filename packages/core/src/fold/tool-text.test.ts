import { describe, expect, it } from 'vitest'
import { hasLineNumbers } from './tool-text.ts'

describe('hasLineNumbers', () => {
  const files: readonly (readonly [string, string])[] = [
    ['an arrow', '9→import a\n10→\n11→run()'],
    ['a tab', '  9\timport a\n 10\tconst b = 1\n 11\trun()'],
    ['a colon', '[File: a.py (80 lines)]\n9:import a\n10:\n11:run()\n12:stop()'],
    ['a stroke', '  9 | import a\n 10 | const b = 1\n 11 | run()'],
    ['a colon in several windows of a file', '9:import a\n10:b\n11:run()\n12:c\n13:d\n3:import x\n4:y'],
  ]
  it.each(files)('finds numbers before %s', (_, text) => {
    expect(hasLineNumbers(text.split('\n'))).toBe(true)
  })

  const others: readonly (readonly [string, string])[] = [
    ['times of a log', '06:00:12 WARN pool exhausted\n06:00:24 INFO order 918206\n06:01:09 WARN took 2874 ms'],
    ['hours that rise', '08:00 doors\n09:00 first talk\n10:00 coffee'],
    ['numbers of records', 'mnr | name | seit\n88 | Thormann | 1977\n402 | Ehlers | 2009\n617 | Wiebking | 2014'],
    ['numbers of records before tabs', 'id\tname\n1\tactive\n2\tpassive\n3\tyouth'],
    ['years', '2019: 41 t\n2020: 47 t\n2021: 39 t'],
    ['figures that do not rise', '212: slow\n208: slow\n215: slow\n210: slow\n219: slow'],
  ]
  it.each(others)('does not take %s for numbers of lines', (_, text) => {
    expect(hasLineNumbers(text.split('\n'))).toBe(false)
  })
})
