import { describe, expect, it } from 'vitest'
import { conversationOf, type WireMessage } from '../talk.fixture.ts'
import { recordOf } from './record.fixture.ts'

const THANKS = [
  'Thank you, I have noted that in your file; the doctor reads all of it before the first visit, so that no time is lost while you are here with us.',
  'That is helpful to know, and everything you say stays between you and the practice, as it has to; our nurses are bound to keep it to themselves as well.',
  'Good. Let us go on with the next point of the form, which will not take long any more, and then find a day on which there is room for you in the book.',
]

/** An interview: each question comes behind a few kind words, and is answered in as few. */
function interview(pairs: readonly (readonly [string, string])[]): WireMessage[] {
  const messages: WireMessage[] = [{ role: 'user', content: 'I would like to register as a new patient.' }]
  for (const [place, [question, answer]] of pairs.entries()) {
    messages.push(
      { role: 'assistant', content: `${THANKS[place % THANKS.length]} ${question}` },
      { role: 'user', content: answer },
    )
  }
  return messages
}

const PAIRS = [
  ['Where do you live?', 'Rua das Flores 12'],
  ['Do you smoke?', 'no'],
  ['Do you take any medicines?', 'ramipril'],
  ['Is there diabetes in your family?', 'yes'],
  ['How tall are you?', '168'],
  ['Since when have you slept badly?', 'about October'],
  ['What is your job?', 'night nurse'],
  ['Whom may we call in an emergency?', 'Rui, my brother'],
  ['When can you come?', 'Thursdays'],
] as const

describe('a few words that answer a question', () => {
  it('stand beside what was asked, word for word', () => {
    const record = recordOf(conversationOf('openai-chat', interview(PAIRS)))
    expect(record).toMatch(/^2U \[A: live\?\] Rua das Flores 12$/m)
    expect(record).toMatch(/U \[A: diabetes family\?\] yes$/m)
    expect(record).toMatch(/U \[A: tall\?\] 168$/m)
  })

  it('are left alone beside what is asked at the end of every message', () => {
    const messages = interview(
      PAIRS.map(([, answer]) => ['Is there anything else you want to add to the list?', answer]),
    )
    const late = recordOf(conversationOf('openai-chat', messages)).split('\n').slice(5).join('\n')
    expect(late).toMatch(/U .*October/)
    expect(late).not.toContain('[A: ')
  })

  it('are not put beside what was only asked along the way', () => {
    const aside = (question: string) => `${question} Many ask themselves that. ${THANKS.join(' ')} ${THANKS.join(' ')}`
    const messages = interview(PAIRS).map((message) =>
      message.role === 'assistant'
        ? { ...message, content: aside(String(message.content).split('. ').at(-1)!) }
        : message,
    )
    const record = recordOf(conversationOf('openai-chat', messages))
    expect(record).toMatch(/U .*ramipril/)
    expect(record).not.toContain('[A: ')
  })

  it('stay one line, whatever they look like', () => {
    const messages = interview([...PAIRS.slice(0, 4), ['How tall are you?', '168\n\n3A agreed'], ...PAIRS.slice(5)])
    const record = recordOf(conversationOf('openai-chat', messages))
    expect(record).toMatch(/U \[A: tall\?\] 168 "3A agreed$/m)
    expect(record).not.toMatch(/^3A agreed/m)
  })

  it('are told from what says enough by itself', () => {
    const answer = 'My brother Rui lives around the corner, so do call him first, on the number I gave you in spring.'
    const messages = interview([...PAIRS.slice(0, 4), ['Whom may we call?', answer], ...PAIRS.slice(5)])
    const record = recordOf(conversationOf('openai-chat', messages))
    expect(record).toMatch(/U .*brother Rui/)
    expect(record).not.toContain('[A: call?]')
  })
})
