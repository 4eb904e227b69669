import { fold } from '../../fold.ts'
import { unindented } from '../../record/read-record.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'

/** A turn of a session with tools: what the user says, the tool that is called, its result, and the answer. */
export interface ToolTurn {
  readonly asked: string
  readonly tool: string
  readonly result: string
  readonly answer: string
}

/** The recall for a question after these turns, without the recalls for the turns. */
export function recallAfterTurns(turns: readonly ToolTurn[], question: string): string {
  const messages = turns.flatMap(({ asked, tool, result, answer }, place): WireMessage[] => [
    { role: 'user', content: asked },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${place}`, type: 'function', function: { name: tool, arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${place}`, content: result },
    { role: 'assistant', content: answer },
  ])
  const conversation = conversationOf('openai-chat', [...messages, { role: 'user', content: question }])
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  return edits
    .flatMap((edit) => (edit.kind === 'recall' && edit.before === messages.length ? [unindented(edit.text)] : []))
    .join('\n')
}
