import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const TOPICS = [
  'tide tables',
  'oak joinery',
  'sourdough starters',
  'bicycle gears',
  'watercolour paper',
  'beehive frames',
]

/** A long talk with one early fact, followed by many other subjects. */
function longTalk(fact: string, question: string): WireMessage[] {
  const messages: WireMessage[] = [
    { role: 'user', content: fact },
    { role: 'assistant', content: 'Noted, that sounds like a good plan for the coming weeks.' },
  ]
  for (let i = 0; i < 40; i++) {
    const topic = TOPICS[i % TOPICS.length]
    messages.push(
      { role: 'user', content: `Tell me something about ${topic}, part ${i}, with an example from practice.` },
      {
        role: 'assistant',
        content: `On ${topic}: the usual advice is to begin slowly, to measure twice, and to write down result ${i}. ${`Practitioners of ${topic} compare notes every season and adjust. `.repeat(3)}`,
      },
    )
  }
  return [...messages, { role: 'user', content: question }]
}

function recallOf(messages: readonly WireMessage[]): string | undefined {
  return recallBefore(messages.length - 1, messages)
}

function recallBefore(index: number, messages: readonly WireMessage[]): string | undefined {
  const { edits } = fold({ transcript: transcript(conversationOf('anthropic-messages', messages)), count: countTokens })
  const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === index)
  return recall?.kind === 'recall' ? recall.text : undefined
}

describe('recall', () => {
  it('quotes a folded message word for word when a question asks for it', () => {
    const fact = 'My sister Annelise booked the cabin at Lake Vättern under reservation VT-4471 for 12 July.'
    const recall = recallOf(longTalk(fact, 'Which reservation did Annelise book at Lake Vättern?'))
    expect(recall).toContain(`1U ${fact}`)
  })

  it('answers a question whose words occur often, in a conversation of statements', () => {
    const said = (i: number): WireMessage[] => [
      {
        role: 'user',
        content: `The shed gets ${TOPICS[i % TOPICS.length]} on Friday ${i}, and Mara brings the boards for it.`,
      },
      {
        role: 'assistant',
        content: `Noted: the shed on Friday ${i}. ${i === 4 ? 'The boards cost 84 crowns at Holm. ' : ''}${'That leaves time for the rest of the work. '.repeat(4)}`,
      },
    ]
    const talk = Array.from({ length: 16 }, (_, i) => said(i)).flat()
    expect(recallOf([...talk, { role: 'user', content: 'What do the boards for the shed cost?' }])).toContain(
      '84 crowns',
    )
    expect(recallOf([...talk, { role: 'user', content: 'The boards for the shed are all here.' }]) ?? '').not.toContain(
      '84 crowns',
    )
  })

  it('works in another language', () => {
    const fact = 'Meine Nachbarin Hannelore hat den Schlüssel für das Gartenhaus im blauen Blumentopf versteckt.'
    expect(recallOf(longTalk(fact, 'Wo ist der Schlüssel für das Gartenhaus?'))).toContain('blauen Blumentopf')
  })

  it('recognises function words of another language', () => {
    const fact = 'Die Kaution für die alte Wohnung in Kassel war 1650 Euro, die kommt erst im Juni zurück.'
    expect(recallOf(longTalk(fact, 'wie hoch war die kaution denn nochmal'))).toContain('1650')
  })

  it('precedes a question with a prefilled answer', () => {
    const talk = longTalk(
      'My sister Annelise booked the cabin at Lake Vättern under reservation VT-4471 for 12 July.',
      'Which reservation did Annelise book at Lake Vättern?',
    )
    const question = talk.length - 1
    const begun = recallBefore(question, [...talk, { role: 'assistant', content: '{"answer": "' }])
    expect(begun).toContain('VT-4471')
  })

  it('spends nothing on a message about a new subject', () => {
    const wish =
      'Write a haiku on volcanic eruptions near Reykjavik, with glaciers, lava fields, geysers and northern lights.'
    expect(recallOf(longTalk('My cat is called Biscuit.', wish))).toBeUndefined()
  })
})

describe('a request to sum up', () => {
  /** Long answers on forty subjects that have hardly a word in common. */
  function manySubjects(question: string): WireMessage[] {
    const messages = Array.from({ length: 40 }, (_, i): WireMessage[] => {
      const word = (k: number) =>
        `${'bcdfghklmn'[(i + k) % 10]}${'aeiou'[(i * 3 + k) % 5]}${'rstvz'[(i + 2 * k) % 5]}o${i}${k}`
      const answer = Array.from(
        { length: 24 },
        (_, k) => `The ${word(k)} of ${word(k + 30)} holds ${i * 40 + k} marks.`,
      )
      return [
        { role: 'user', content: `The lighthouse keeper wrote about the ${word(99)} again, and of ${word(98)}.` },
        { role: 'assistant', content: answer.join(' ') },
      ]
    }).flat()
    return [...messages, { role: 'user', content: question }]
  }
  const answersIn = (recall: string | undefined) => recall?.match(/^\d+A /gm)?.length ?? 0

  it('reaches all of the session, in several languages', () => {
    for (const wish of [
      'Can you summarize our whole conversation so far?',
      'Kannst du unser bisheriges Gespräch zusammenfassen?',
      '请总结一下我们之前谈的内容。',
    ]) {
      expect(answersIn(recallOf(manySubjects(wish)))).toBeGreaterThan(10)
    }
  })

  it('repeats only the best messages that a digest contains whole', () => {
    const wish = 'Can you summarize what the lighthouse keeper wrote about in our conversation so far?'
    const told = recallOf(manySubjects(wish))!.match(/^\d+U /gm)!
    expect(told.length).toBe(24)
  })
})
