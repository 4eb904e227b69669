import { expect, it } from 'vitest'
import { linesOfRequest } from './sent-lines.ts'

const ORIGINAL = [
  { role: 'user', content: 'ok' },
  { role: 'assistant', content: 'first answer' },
  { role: 'user', content: 'ok' },
  { role: 'assistant', content: 'second answer\nin two lines' },
  { role: 'user', content: 'what was it?' },
]

it('assigns turn and speaker to each line of a record, and those of the previous line to a line without a head', () => {
  const record = '[Record of earlier turns.]\n1U hello\n there\n1A hi\n12T {"a":1}'
  const lines = linesOfRequest([{ role: 'user', content: record }, ORIGINAL[4]!], ORIGINAL)
  expect(lines).toEqual([
    { turn: 1, speaker: 'user', text: 'hello', place: 'record' },
    { turn: 1, speaker: 'user', text: 'there', place: 'record' },
    { turn: 1, speaker: 'assistant', text: 'hi', place: 'record' },
    { turn: 12, speaker: 'tool', text: '{"a":1}', place: 'record' },
  ])
})

it('gives an unchanged message the turn of the newest equal message in the conversation', () => {
  const lines = linesOfRequest(ORIGINAL.slice(2), ORIGINAL)
  expect(lines.map(({ turn, speaker, text }) => [turn, speaker, text])).toEqual([
    [2, 'user', 'ok'],
    [2, 'assistant', 'second answer'],
    [2, 'assistant', 'in two lines'],
  ])
})

it("omits the newest message's question and keeps a recall before it", () => {
  const newest = { role: 'user', content: '[From the record, for the message below]\n1A first\nwhat was it?' }
  expect(linesOfRequest([newest], ORIGINAL).map(({ text }) => text)).toEqual(['first'])
})
