import { describe, expect, it } from 'vitest'
import { salientLines } from './salient-lines.ts'

function roles(...lines: readonly string[]): (string | undefined)[] {
  return lines.map(salientLines(lines))
}

describe('salientLines', () => {
  it("finds the error of a trace, and the steps in the user's own code", () => {
    expect(
      roles(
        'Traceback (most recent call last):',
        '  File "/srv/site-packages/dock/core.py", line 9, in wrap',
        '    return call()',
        '  File "/srv/harbour/berth.py", line 12, in moor',
        '    raise Full(ship.name)',
        'FullError: no berth for Ada',
      ),
    ).toEqual([undefined, undefined, undefined, 'trouble', undefined, 'trouble'])
  })

  it('finds the first and last line and the trouble of a log', () => {
    const lines = [
      'INFO start',
      'INFO lift 1',
      'INFO lift 2',
      'INFO lift 3',
      'ERROR rope broke',
      'INFO lift 4',
      'INFO stop',
    ]
    const stamped = lines.map((line, second) => `2026-03-01 10:00:0${second} ${line}`)
    expect(roles(...stamped).map((role) => role === 'trouble')).toEqual([true, false, false, false, true, false, true])
  })

  it('finds files and changed lines of a diff', () => {
    expect(
      roles('--- a/berth.ts', '+++ b/berth.ts', '@@ -1,3 +1,3 @@', ' depth = 12', '-moor()', '+moor(ship)', '+}'),
    ).toEqual(['file', 'file', undefined, undefined, 'change', 'change', undefined])
  })

  it('finds nothing in other output', () => {
    expect(roles('berth 1 is free', 'berth 2 is taken', 'ERROR is a word')).toEqual([undefined, undefined, undefined])
  })
})
