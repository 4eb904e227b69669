import { expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const TOPICS = ['tide tables', 'oak joinery', 'rye bread', 'bicycle gears', 'watercolours', 'beehive frames']

/** A talk that begins with a question and its answer, continues with other subjects, and returns to the question. */
function recallOf(asked: string, answer: string, again: string): string {
  const messages: WireMessage[] = [
    { role: 'user', content: asked },
    { role: 'assistant', content: answer },
    ...Array.from({ length: 24 }, (_, i): WireMessage[] => [
      { role: 'user', content: `Tell me something about ${TOPICS[i % 6]}, part ${i}, with an example from practice.` },
      {
        role: 'assistant',
        content: `On ${TOPICS[i % 6]}: begin slowly, and write down result ${i}. ${`Who knows ${TOPICS[i % 6]} compares notes. `.repeat(8)}`,
      },
    ]).flat(),
    { role: 'user', content: again },
  ]
  const { edits } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  const recall = edits.find((edit) => edit.kind === 'recall' && edit.before === messages.length - 1)
  return recall?.kind === 'recall' ? recall.text : ''
}

const ASKED = 'Which ferry should Annelise take from Stavanger to Bergen with the caravan?'
const AGAIN = 'Remind me what I asked about the ferry that Annelise takes from Stavanger with her caravan?'

it('recalls a short answer with its question, with any words', () => {
  const recall = recallOf(ASKED, 'Fjordline, at 8:15.', AGAIN)
  expect(recall).toContain(ASKED)
  expect(recall).toContain('Fjordline, at 8:15.')
})

it('recalls the lines of a long answer that the question is about', () => {
  const weather = 'Rain is likely on most days there, and the light is soft. '.repeat(12)
  const recall = recallOf(ASKED, `${weather}The ferry for a caravan is the Fjordline. ${weather}`, AGAIN)
  expect(recall).toContain('Fjordline')
})
