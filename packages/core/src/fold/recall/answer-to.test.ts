import { expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { answerTo } from './answer-to.ts'
import type { RecallRequest } from './recall-source.ts'

const TOPICS = ['tide tables', 'oak joinery', 'rye bread', 'bicycle gears', 'watercolours', 'beehive frames']

/** A talk that begins with a question and its answer, continues with other subjects, and returns to the question. */
function recallOf(asked: string, answer: string, again: string, later: readonly WireMessage[] = []): string {
  const messages: WireMessage[] = [
    { role: 'user', content: asked },
    { role: 'assistant', content: answer },
    ...later,
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

it('recalls a short answer with its question, even if they share no word', () => {
  const recall = recallOf(ASKED, 'Fjordline, at 8:15.', AGAIN)
  expect(recall).toContain(ASKED)
  expect(recall).toContain('Fjordline, at 8:15.')
})

it('recalls an answer with the correction of it', () => {
  const later = [
    { role: 'user', content: 'ok' },
    { role: 'assistant', content: 'Correction: the Fjordline leaves at 10:20.' },
  ]
  const recall = recallOf(ASKED, 'Fjordline from Haugesund, at 9:10.', AGAIN, later)
  expect(recall).toContain('9:10')
  expect(recall.indexOf('10:20')).toBeGreaterThan(recall.indexOf('9:10'))
})

it('recalls the lines of a long answer that the question is about', () => {
  const weather = 'Rain is likely on most days there, and the light is soft. '.repeat(12)
  const recall = recallOf(ASKED, `${weather}The ferry for a caravan is the Fjordline. ${weather}`, AGAIN)
  expect(recall).toContain('Fjordline')
})

/** The answer that is recalled with this message of the user. */
function answerWith(said: string): string | undefined {
  const answer = 'I get the instinct, but that would just cost you the keys.'
  const filler = TOPICS.flatMap((topic): WireMessage[] => [
    { role: 'user', content: `Tell me something about ${topic}, with an example.` },
    { role: 'assistant', content: `Who knows ${topic} compares notes. `.repeat(9) },
  ])
  const messages: WireMessage[] = [{ role: 'user', content: said }, { role: 'assistant', content: answer }, ...filler]
  const read = transcript(conversationOf('openai-chat', [...messages, { role: 'user', content: 'ok' }]))
  const { state } = fold({ transcript: read, count: countTokens })
  const request = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  return answerTo(request as unknown as RecallRequest, { index: 0, text: said, tokens: countTokens(said) })[0]?.text
}

it("recalls the answer to a report of another person's words, and none to a statement of the user", () => {
  expect(answerWith('my sister reckons i should refuse to pay until i see the flat')).toContain('cost you the keys')
  expect(answerWith('i will refuse to pay until i see the flat')).toBeUndefined()
})
