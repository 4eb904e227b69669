import { expect, it } from 'vitest'
import { playTalk } from '../play-talk.ts'
import { lineOf, talkOf } from '../talk.fixture.ts'
import { isOldBehindNewer, replacedValues } from './replaced.ts'

const RULE = { old: 'Monday', new: ['Tuesday'] }

it('finds an old line below the last line of the newer value', () => {
  expect(isOldBehindNewer(RULE, [lineOf(4, 'Tuesday'), lineOf(1, 'Monday')])).toBe(true)
  expect(isOldBehindNewer(RULE, [lineOf(1, 'Monday'), lineOf(4, 'Tuesday')])).toBe(false)
  expect(isOldBehindNewer(RULE, [lineOf(1, 'Monday')])).toBe(false)
  expect(isOldBehindNewer(RULE, [lineOf(4, 'Tuesday'), lineOf(1, 'Monday [now 4U: Tuesday]')])).toBe(false)
})

it('counts each rule of the final probes once, and old values that a request sends without the newer one', () => {
  const probe = { ask: 'When?', kind: 'current', replaced: [RULE] }
  const talk = talkOf({ probes: [probe, { ...probe, ask: 'And?' }, { ...probe, after: 1 }] })
  const first = playTalk(talk, (messages) => [messages[0]!, messages.at(-1)!])
  expect(replacedValues(first)).toEqual({ rules: 1, alone: ['Monday'], behindNewer: [] })
  expect(replacedValues(playTalk(talk, (messages) => messages)).alone).toEqual([])
})
