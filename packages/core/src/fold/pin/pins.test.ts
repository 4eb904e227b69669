import { describe, expect, it } from 'vitest'
import { splice } from '../../wire/splice.ts'
import { findProblem } from '../../wire/validate.ts'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'
import { openQuestions } from './open-question.ts'

const call = (id: string): WireMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: `{"path":"src/part-${id}.ts"}` } }],
})
const result = (id: string): WireMessage => ({
  role: 'tool',
  tool_call_id: id,
  content: `Part ${id} holds:\n${Array.from({ length: 40 }, (_, i) => `export const value${id}x${i} = ${i * 7}`).join('\n')}`,
})
const user = (content: string): WireMessage => ({ role: 'user', content })
const assistant: WireMessage = { role: 'assistant', content: 'Done.' }

function openQuestionOf(messages: readonly WireMessage[]): readonly number[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user')
  return openQuestions(transcript(conversationOf('openai-chat', messages)), newest, messages.length)
}

describe('openQuestions', () => {
  it('are the user messages before the running tools', () => {
    expect(openQuestionOf([user('a'), assistant, user('b'), user('c'), call('1'), result('1'), call('2')])).toEqual([
      2, 3,
    ])
  })

  it('are empty once the question is answered', () => {
    expect(openQuestionOf([user('a'), call('1'), result('1'), assistant])).toEqual([])
    expect(openQuestionOf([])).toEqual([])
  })
})

describe('a question whose tools are still at work', () => {
  it('is kept word for word through all folds of its loop, and afterwards', () => {
    const task = 'Rename value7x3 to total everywhere, but never touch the files below src/part-2.ts.'
    const messages = [user(task)]
    for (let step = 1; step <= 25; step++) messages.push(call(String(step)), result(String(step)))
    const all = [...messages, assistant, user('Which files did you leave alone?')]
    for (const request of [all.slice(0, 21), messages, all]) {
      const conversation = conversationOf('openai-chat', request)
      const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
      expect(edits.some(({ kind }) => kind === 'fold')).toBe(true)
      const sent = (JSON.parse(splice(conversation, edits)) as { messages: WireMessage[] }).messages
      expect(sent.filter(({ content }) => content === task)).toHaveLength(1)
    }
  })
})

describe('instructions within a conversation of the messages wire', () => {
  const environment: WireMessage = {
    role: 'system',
    content: 'The working directory is /srv/scheduler; never leave it.',
  }
  const tokensLeft = (step: number): WireMessage => ({ role: 'system', content: `${90_000 - step * 711} tokens left` })
  const step = (number: number): WireMessage[] => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${number}`, name: 'read_file', input: { path: `src/part-${number}.ts` } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${number}`, content: result(`${number}`).content }],
    },
    tokensLeft(number),
  ]
  const loop = (first: number, count: number) => Array.from({ length: count }, (_, i) => step(first + i)).flat()
  const answer: WireMessage = { role: 'assistant', content: 'All limits are in order.' }
  const all = [
    ...[user('Check all limits.'), environment, ...loop(1, 14), answer],
    ...[user('And the second half?'), tokensLeft(15), ...loop(16, 14), answer, user('Thank you.'), tokensLeft(31)],
  ]

  it('are moved after the fold, the newest of those that differ only by numbers', () => {
    let before: string[] = []
    let folds = 0
    let foldedAt = -1
    for (const [index, { role }] of all.entries()) {
      if (role !== 'system') continue
      const conversation = conversationOf('anthropic-messages', all.slice(0, index + 1))
      const { edits, state } = fold({ transcript: transcript(conversation), count: countTokens })
      const body = splice(conversation, edits)
      expect(findProblem('anthropic-messages', body)).toBeUndefined()
      const sent = (JSON.parse(body) as { messages: WireMessage[] }).messages
      expect(sent.filter(({ content }) => content === environment.content)).toHaveLength(1)
      const said = sent.filter(({ content }) => String(content).endsWith('tokens left'))
      expect(said.at(-1)).toEqual(all[index]!.content === environment.content ? undefined : all[index])
      const texts = sent.map((message) => JSON.stringify(message))
      if (state.foldedAt === foldedAt) expect(texts.slice(0, before.length)).toEqual(before)
      else {
        expect(texts.length).toBeLessThan(before.length)
        folds++
      }
      before = texts
      foldedAt = state.foldedAt
    }
    expect(folds).toBeGreaterThan(3)
    expect(before.length).toBeLessThan(30)
  })
})
