import type { Answer } from '../../test/stand-in/scripted-answer.ts'
import type { ChatMessage } from './chat-messages.ts'

export type Item = { readonly [member: string]: unknown }

/** A client of one wire: how it sends a history, and which part of an answer it keeps. */
export interface WireClient {
  readonly name: string
  readonly path: string
  /** Name of the member that contains the history. */
  readonly field: 'messages' | 'input'
  readonly fields: Item
  /** The scripted answer of the provider. */
  scripted(message: ChatMessage): Answer
  /** A message of the user, of a tool, or instructions. */
  given(message: ChatMessage): Item
  /** The part of an answer that a client sends again. */
  kept(message: ChatMessage, answer: Item): readonly Item[]
}

const MODEL = 'gpt-5.6'

export const CHAT: WireClient = {
  name: 'chat',
  path: '/v1/chat/completions',
  field: 'messages',
  fields: { model: MODEL },
  scripted: answerOf,
  given({ role, text, callId }) {
    return role === 'tool' ? { role, tool_call_id: callId, content: text } : { role, content: text }
  },
  kept({ text, calls }) {
    const called = calls.map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input } }))
    return [{ role: 'assistant', content: text || null, ...(called.length > 0 && { tool_calls: called }) }]
  },
}

export const RESPONSES: WireClient = {
  name: 'responses',
  path: '/v1/responses',
  field: 'input',
  fields: { model: MODEL, store: false, include: ['reasoning.encrypted_content'] },
  scripted: answerOf,
  given({ role, text, callId }) {
    if (role === 'tool') return { type: 'function_call_output', call_id: callId, output: text }
    return { role: role === 'system' ? 'developer' : role, content: text }
  },
  kept: (_message, answer) => answer.output as readonly Item[],
}

/** The same client. Before each answer is reasoning that the model binds to the text before it. */
export const REASONING: WireClient = {
  ...RESPONSES,
  name: 'responses, reasoning',
  scripted: (message) => ({ thinking: 'Weighing it.', ...answerOf(message) }),
}

function answerOf({ text, calls }: ChatMessage): Answer {
  const toolCalls = calls.map(({ id, name, input }) => ({ id, name, input: JSON.parse(input) as object }))
  return { ...(text && { text }), ...(toolCalls.length > 0 && { toolCalls }) }
}
