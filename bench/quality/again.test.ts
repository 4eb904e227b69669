import { describe, expect, it } from 'vitest'
import { countSent, saidAgain } from './again.ts'
import type { Segment } from './scoring.ts'

const segment = (role: string, text: string): Segment => ({ role, text, tokens: 0 })

const HISTORY = [
  segment('system', 'Berth 77 is closed.'),
  segment('tool', '{"ship":"MV-4410","berth":12,"fee":2544,"leaves":"14:00:00"}'),
  segment('assistant', 'The ship MV-4410 lies at berth 12.\n- it leaves at high water, with a pilot'),
]

describe('saidAgain', () => {
  it('finds numbers and identifiers as separate words, and finds 2,544 as 2544', () => {
    const { values } = saidAgain('MV-4410 pays 2,544 at 14:00, at berth 12 and not 1 or 254.', HISTORY)
    expect(values).toEqual(['MV-4410', '2,544', '14:00', '12'])
  })

  it('ignores text that only the instructions contain', () => {
    expect(saidAgain('Berth 77 is closed.', HISTORY).values).toEqual([])
  })

  it('finds whole lines, each once, at any indentation', () => {
    const line = '- it leaves at high water, with a pilot'
    expect(saidAgain(`  ${line}\n${line}\n- it leaves at high water`, HISTORY).lines).toEqual([line])
  })
})

describe('countSent', () => {
  it('counts the values and lines that were sent', () => {
    const again = saidAgain('MV-4410 pays 2544.\n- it leaves at high water, with a pilot', HISTORY)
    expect(countSent(again, HISTORY)).toEqual({ values: 2, lines: 1 })
    const digest = [segment('user', '2T MV-4410\n3A leaves high water pilot')]
    expect(countSent(again, digest)).toEqual({ values: 1, lines: 0 })
  })
})
