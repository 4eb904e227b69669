import { describe, expect, it } from 'vitest'
import { splice } from '../wire/splice.ts'
import { fold } from './fold.ts'
import { openQuestion } from './standing.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from './talk.fixture.ts'

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
  return openQuestion(transcript(conversationOf('openai-chat', messages)), messages.length)
}

describe('openQuestion', () => {
  it('is what the user said before the tools that are at work now', () => {
    expect(openQuestionOf([user('a'), assistant, user('b'), user('c'), call('1'), result('1'), call('2')])).toEqual([
      2, 3,
    ])
  })

  it('is nothing once it is answered', () => {
    expect(openQuestionOf([user('a'), call('1'), result('1'), assistant])).toEqual([])
    expect(openQuestionOf([])).toEqual([])
  })
})

describe('a question whose tools are still at work', () => {
  it('stands word for word through all folds of its loop, and afterwards', () => {
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
