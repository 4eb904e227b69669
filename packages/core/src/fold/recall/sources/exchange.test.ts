import { describe, expect, it } from 'vitest'
import { unindented } from '../../record/read-record.fixture.ts'
import { foldedMessages } from '../../sent.fixture.ts'
import type { WireMessage } from '../../talk.fixture.ts'

const NAMES = [
  'Here are eight names for your bakery:',
  '1. Crumb & Kin – warm and familial',
  '2. The Rising Tide – good for a seaside town',
  '3. Golden Hour Bread – suggests early mornings',
  '4. Hearthside Loaves – cosy and traditional',
  '5. Salt & Seed – modern and short',
  '6. The Proving Room – a pun that bakers will like',
  '7. Marrow Street Bakehouse – ties it to the street',
  '8. Oven Door Sundays – playful and memorable',
].join('\n')
const user = (content: string): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })
const SUBJECTS = 'tide oak sourdough bicycle watercolour beehive lantern glacier violin turbine orchard passport'.split(
  ' ',
)
const talk = (from: number, count: number): WireMessage[] =>
  SUBJECTS.slice(from, from + count).flatMap((subject, i) => [
    user(`Tell me something about the ${subject}, with an example from practice that a beginner can follow.`),
    assistant(
      `On the ${subject}: begin slowly and write down result ${i}. ${`Who knows the ${subject} compares notes. `.repeat(8)}`,
    ),
  ])

function recallFor(asked: string, { later, answer = NAMES }: { later: number; answer?: string }): string {
  const named = [user('Suggest eight names for my bakery.'), assistant(answer)]
  const messages = [...talk(0, 4), ...named, ...talk(4, later), user(asked)]
  const contents = foldedMessages('openai-chat', messages).map(({ content }) => String(content))
  return unindented(contents.filter((content) => content.startsWith('[From the record')).at(-1) ?? '')
}

describe('a short message that refers to an earlier answer', () => {
  it.each([1, 2, 3, 8])('gets the answer word for word, %i exchanges later', (later) => {
    for (const asked of [
      "Let's go with number 4 from the bakery names.",
      'Which of the bakery names was the pun?',
      'What was the playful bakery name?',
    ])
      expect(recallFor(asked, { later }), asked).toContain(NAMES)
  })

  it('gets the lines about it if the answer is long', () => {
    const answer = `${NAMES}\n${'A good sign is half of the trade, so choose with care and ask people in the street. '.repeat(30)}`
    const recall = recallFor('Which of the bakery names was the pun?', { later: 2, answer })
    expect(recall).toContain('a pun that bakers will like')
    expect(recall.length).toBeLessThan(answer.length / 2)
  })

  it('gets nothing when it changes the subject', () => {
    for (const asked of [
      'Tell me something about the wind, with an example.',
      'What a lovely morning it is over here today!',
    ])
      expect(recallFor(asked, { later: 2 })).not.toContain('Hearthside')
  })
})
