import { expect, test } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import { overtakenAmong } from './overtaken.ts'

/** A conversation that begins with a deposit, is then about other things, and ends with `last`. */
function sourceOf(turns: number, last: string) {
  const said = (i: number) => [
    { role: 'user', content: i ? `Lesson ${i} is over.` : 'The deposit is 480 euros.' } as const,
    { role: 'assistant', content: 'Noted.' } as const,
  ]
  const messages = [...Array.from({ length: turns }, (_, i) => said(i)).flat(), ...said(turns)]
  const talk = [
    ...messages,
    { role: 'user', content: last } as const,
    { role: 'assistant', content: 'Noted.' } as const,
  ]
  const read = transcript(conversationOf('openai-chat', [...talk, { role: 'user', content: 'ok' }]))
  const { state } = fold({ transcript: read, count: countTokens })
  return { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens, vectors: undefined }
}

/** True if one of the ten messages before the newest one replaces the deposit by its figure. */
function isOvertakenAtEnd(turns: number, last: string): boolean {
  const source = sourceOf(turns, last)
  const to = source.transcript.length - 1
  return overtakenAmong(source, [0], { from: to - 10, to, isByFigure: true }).has(0)
}

test.each([20, 230])('a message is overtaken by another figure in the range, after %i turns', (turns) => {
  expect(isOvertakenAtEnd(turns, 'The deposit is 560 euros.')).toBe(true)
  expect(isOvertakenAtEnd(turns, 'The weather is fine.')).toBe(false)
})

test('a message with too many later ones in the range counts as overtaken', () => {
  const source = sourceOf(230, 'The weather is fine.')
  expect(overtakenAmong(source, [0], { to: source.transcript.length - 1 })).toContain(0)
})
