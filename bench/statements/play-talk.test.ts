import { expect, it } from 'vitest'
import { playTalk } from './play-talk.ts'
import { talkOf } from './talk.fixture.ts'
import { textsOf } from './wire.ts'

it('sends a request at every user message and asks each probe at its position, before the user continues', () => {
  const asked: string[] = []
  const { requests, probes, ordinary } = playTalk(talkOf(), (messages) => {
    asked.push(textsOf(messages.at(-1)!)[0]!.text)
    return messages
  })
  expect(asked.slice(0, 3)).toEqual(['the meeting is on Monday at 9', 'When was it first?', 'no, on Tuesday'])
  expect(requests.map(({ users, turn }) => [users, turn])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  expect(probes.map(({ probe, users }) => [probe.ask, users])).toEqual([
    ['When was it first?', 2],
    ['When is the meeting?', 6],
    ['How many cups?', 6],
  ])
  expect(ordinary.lines.map(({ text }) => text)).toContain('one more thing: bring 12 cups')
  expect(ordinary.lines.map(({ text }) => text)).not.toContain('ok')
})
