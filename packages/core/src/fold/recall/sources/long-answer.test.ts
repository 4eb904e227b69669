import { describe, expect, it } from 'vitest'
import { fold } from '../../fold.ts'
import { unindented } from '../../record/read-record.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'

const FILLER = 'There is a lot to be said about that, and people who have tried it tell it in their own way every time.'
/** Pairs of a user message and a long answer. */
const TALK: readonly (readonly [string, string])[] = [
  ['we are doing up the hallway, my sister helps on weekends', `Good light makes it twice as wide. ${FILLER}`],
  [
    'forty holes in the plaster',
    `Each hole is about 4 cm deep and takes 2 ml, so that forty take 80 ml. ${FILLER} One tube of 330 g is enough, because the ` +
      'filler shrinks by less than a tenth.',
  ],
  ['what comes on the floor', `I would lay cork, since it is warm and quiet. ${FILLER} Oak costs 58 a square metre.`],
  ['the coats', `A rail of 120 cm holds twenty coats. ${FILLER} Screw it into the beam and not into the plasterboard.`],
  ['lamps', `Two of 9 W are bright enough. ${FILLER} Choose a warm white of 2700 kelvin.`],
  ['the door sticks', `Plane the edge by 2 mm. ${FILLER} Chalk shows where it rubs.`],
  ['and the mirror', `Hang its middle at 155 cm. ${FILLER} Heavy ones need two hooks.`],
  ['shoes', `A bench with a lid is best. ${FILLER} Leave a gap of 3 cm for the air.`],
]

function recallFor(question: string): string {
  const messages = TALK.flatMap(([said, answer]): WireMessage[] => [
    { role: 'user', content: said },
    { role: 'assistant', content: `${answer} ${FILLER}` },
  ])
  const conversation = conversationOf('openai-chat', [...messages, { role: 'user', content: question }])
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'recall' ? [unindented(edit.text)] : [])).join('\n')
}

describe('a question about a long answer', () => {
  it.each([
    ['How much Polyfilla had you worked out, and for how deep a hollow?', '330 g'],
    ['Which covering did you prefer for underfoot, and why so quiet?', 'cork'],
  ])('gets lines of the answer although it shares only one word with it: %s', (question, line) => {
    expect(recallFor(question)).toContain(line)
  })

  it('gets the lines next to those with its words', () => {
    expect(recallFor('How deep did you say that each one was?')).toContain('330 g')
  })

  it.each([
    [
      'addresses nobody and shares one word in ten',
      'How deep is lake Baikal at its northern shore, by the ferry of Nizhneangarsk, under the ice of an ordinary February?',
    ],
    ['shares a word with several answers', 'Which of your costs, hooks, beams or kelvins were wrong?'],
  ])('gets no line if it %s', (_case, question) => {
    expect(recallFor(question)).not.toContain('330 g')
  })
})
