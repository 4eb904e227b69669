import { describe, expect, it } from 'vitest'
import { judge, misleads } from './judge.ts'
import type { SentLine } from './sent-lines.ts'
import { lineOf } from './talk.fixture.ts'
import type { Probe } from './talk.ts'

function faults(demands: Partial<Probe>, lines: readonly SentLine[]): readonly string[] {
  const none = { required: [], forbidden: [], replaced: [], qualified: [] }
  return judge({ ...none, ...demands }, lines).map(({ what }) => what)
}

describe('a requirement', () => {
  const required = [['red…box', 'crimson']]
  it('is met by one alternative within one line', () => {
    expect(faults({ required }, [lineOf(1, 'the Red old box')])).toEqual([])
    expect(faults({ required }, [lineOf(1, 'the red'), lineOf(2, 'box')])).toEqual(['missing'])
  })

  it('is met only by a line of the named speaker', () => {
    const by = { required: [{ any: ['red'], by: 'user' as const }] }
    expect(faults(by, [lineOf(1, 'red', { speaker: 'assistant' })])).toEqual(['speaker'])
    expect(faults(by, [lineOf(1, 'red', { speaker: 'assistant' }), lineOf(2, 'red')])).toEqual([])
  })
})

it('finds forbidden text in any line, or in the lines of one speaker', () => {
  expect(faults({ forbidden: ['pay 90'] }, [lineOf(1, 'PAY 90')])).toEqual(['forbidden'])
  const forbidden = [{ pattern: 'pay 90', by: 'assistant' as const }]
  expect(faults({ forbidden }, [lineOf(1, 'pay 90')])).toEqual([])
})

describe('an old value', () => {
  const replaced = [{ old: 'Monday', new: ['Tuesday'] }]
  it('is a fault if no newer value is sent', () => {
    expect(faults({ replaced }, [lineOf(1, 'on Monday')])).toEqual(['old value'])
  })

  it('is a fault if the newer value was said earlier', () => {
    expect(faults({ replaced }, [lineOf(2, 'Tuesday'), lineOf(3, 'Monday')])).toEqual(['old value'])
  })

  it('is replaced in the same line, in a line of a later turn at any position, or in a mark after it', () => {
    expect(faults({ replaced }, [lineOf(1, 'not Monday but Tuesday')])).toEqual([])
    expect(faults({ replaced }, [lineOf(5, 'Tuesday'), lineOf(1, 'Monday')])).toEqual([])
    expect(faults({ replaced }, [lineOf(1, 'Monday [now 5U: the day after]')])).toEqual([])
    expect(faults({ replaced }, [lineOf(1, '[now 5U: later] Monday')])).toEqual(['old value'])
  })

  it('is not a fault if it is not sent, or only quoted as refused', () => {
    expect(faults({ replaced }, [lineOf(1, 'some day')])).toEqual([])
    expect(faults({ replaced }, [lineOf(1, 'a day [not 1A: Monday]')])).toEqual([])
  })
})

it('requires the source of a report in its line or below', () => {
  const qualified = [{ says: 'paid 90', by: ['Marek'] }]
  expect(faults({ qualified }, [lineOf(1, 'paid 90')])).toEqual(['unqualified'])
  expect(faults({ qualified }, [lineOf(1, 'Marek: paid 90')])).toEqual([])
})

it('regards every fault except a missing statement as misleading', () => {
  expect(misleads({ what: 'missing', pattern: '' })).toBe(false)
  expect(misleads({ what: 'old value', pattern: '' })).toBe(true)
})
