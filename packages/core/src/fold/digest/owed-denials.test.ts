import { expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const TOPICS = ['rye bread', 'oak joinery', 'tide tables', 'bicycle gears', 'watercolours', 'beehive frames']

/** The digests of a talk that begins with this exchange. */
function digestsOf(asked: string, answer: string): string {
  const messages: WireMessage[] = [
    { role: 'user', content: asked },
    { role: 'assistant', content: answer },
    ...TOPICS.flatMap((topic, i): WireMessage[] => [
      { role: 'user', content: `Tell me about ${topic}, part ${i}, with an example.` },
      { role: 'assistant', content: `On ${topic}: begin slowly. ${`Who knows ${topic} compares notes. `.repeat(9)}` },
    ]),
    { role: 'user', content: 'thanks' },
  ]
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'fold' ? edit.digests.map(({ text }) => text) : [])).join('\n')
}

const PILLS =
  'Paracetamol is the choice, 500 mg at most four times a day, and tell the clinic on 020 7946 0112. '.repeat(4)

it('a bare "no" is sent with its question, although a sentence without other words is no candidate', () => {
  expect(digestsOf('Can he have ibuprofen for the knee?', `Not at all. ${PILLS}`)).toMatch(/^1A Not at all\./m)
})

it('an answer of nothing but "no" is sent with its question, although the user says little', () => {
  expect(digestsOf('Can he have ibuprofen for the knee?', 'No.')).toMatch(/^1A No\./m)
})

it.each([
  ['yes', 'Can he have paracetamol for the knee?', `Yes. ${PILLS}`],
  ['no to a statement', 'He has taken ibuprofen for the knee.', `Not at all. ${PILLS}`],
])('a digest adds no first sentence of an answer that says %s', (_, asked, answer) => {
  expect(digestsOf(asked, answer)).not.toMatch(/^1A (?:Yes|Not)/m)
})
