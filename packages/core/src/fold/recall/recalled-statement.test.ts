import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const QUESTIONS = [
  'Which plants survive a window to the north?',
  'What should I buy first?',
  'Can I cook well without an oven?',
  'How do I keep noise away from the neighbours?',
  'Do I need an insurance?',
  'How do I carry a piano up the stairs?',
  'Which picture goes with a white wall?',
  'How often does a cellar have to be aired?',
]

/** A statement first, then short questions on many subjects, `late` among them, and one more question. */
function helpDesk(told: string, question: string, late: readonly string[]): WireMessage[] {
  const answer = 'Begin with little and see how it goes; most people do too much of it at once and then give up again. '
  return [
    { role: 'user', content: told },
    { role: 'assistant', content: 'Noted.' },
    ...[...QUESTIONS, ...late].flatMap((content, i) => [
      { role: 'user', content },
      { role: 'assistant', content: `${answer}Number ${i} is no different. ${answer}` },
    ]),
    { role: 'user', content: question },
  ]
}

function recallOf(told: string, question: string, late: readonly string[] = []): string {
  const messages = helpDesk(told, question, late)
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'recall' ? edit.text : [])).join('\n')
}

const TOLD = 'I am moving into a new flat next month. The door code of the house is 4821.'

describe('an early statement of the user', () => {
  it('is recalled for a question that differs from the others only by its words', () => {
    expect(recallOf(TOLD, 'What is the door code of the house?')).toContain(TOLD)
  })

  it('is recalled without a question mark if the message points back', () => {
    expect(recallOf(TOLD, 'Please remind me of the door code.')).toContain(TOLD)
  })

  it('is recalled in another language', () => {
    const told = 'Ich ziehe nächsten Monat um. Der Türcode des Hauses ist 4821.'
    expect(recallOf(told, 'Wie ist der Türcode des Hauses?')).toContain(told)
  })

  it('is recalled although a later message names one of its things and has a cue of a change', () => {
    const told = 'I am opening a bakery in the town of Leiden. It will be called Copper Spoon.'
    const late = [
      'Actually, we take the slow train to another town now, instead of the bus.',
      ...QUESTIONS.map((question) => `${question} And who knows that?`),
    ]
    expect(recallOf(told, 'In which town is my bakery?', late)).toContain(told)
  })

  it('is not recalled for a question about something new, or for one like an earlier question', () => {
    expect(recallOf(TOLD, 'How long does bread stay fresh?')).not.toContain(TOLD)
    const asked = 'Where do I hang the door bell of the house?'
    expect(recallOf(asked, 'Which door bell is the best?')).not.toContain(asked)
  })
})
