import { expect, it } from 'vitest'
import { playTalk } from '../play-talk.ts'
import { talkOf } from '../talk.fixture.ts'
import { absences, bindings } from './presence.ts'

const MESSAGES = Array.from({ length: 12 }, (_, index) => [
  { user: `question ${index}` },
  { assistant: `answer ${index}` },
]).flat()
const RULE = { ask: 'Go on?', kind: 'binding', required: [['question 3'], ['question 11']] }
const TALK = talkOf({ messages: MESSAGES, probes: [RULE, RULE, { ...RULE, kind: 'fact' }] })

it('counts, from the tenth user message on, earlier ones without a sent line, and their longest run', () => {
  const newest = playTalk(TALK, (messages) => messages.slice(-5))
  expect(absences(newest)).toEqual([
    { earlier: 9, absent: 7, longestRun: 7 },
    { earlier: 10, absent: 8, longestRun: 8 },
    { earlier: 11, absent: 9, longestRun: 9 },
  ])
  const record = '[Record]\n5U question 4'
  const withRecord = playTalk(TALK, (messages) => [{ role: 'user', content: record }, ...messages.slice(-5)])
  expect(absences(withRecord)[0]).toEqual({ earlier: 9, absent: 6, longestRun: 4 })
  expect(absences(playTalk(TALK, (messages) => messages)).every(({ absent }) => absent === 0)).toBe(true)
})

it('searches an ordinary request for binding rules', () => {
  const { all, held, missing } = bindings(playTalk(TALK, (messages) => messages.slice(-3)))
  expect([all, held]).toEqual([4, 2])
  expect(missing).toEqual(['["question 3"]', '["question 3"]'])
})
