import type { Dialogue } from './dialogue.ts'
import type { Item } from './responses-client.ts'

/** Items of the Responses API without ids, as some clients send them. */
export const user = (text: string): Item => ({ role: 'user', content: text })

export const said = (text: string): Item => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
})

export const call = (callId: string, more: object = {}): Item => ({
  type: 'function_call',
  call_id: callId,
  name: 'look_up',
  arguments: '{"at":"1"}',
  ...more,
})

export const output = (callId: string, text: string): Item => ({
  type: 'function_call_output',
  call_id: callId,
  output: text,
})

/** The turns of a dialogue from `from` to `to`, including both. */
export function turnsOf(dialogue: Dialogue, from: number, to: number): Item[] {
  return Array.from({ length: to - from + 1 }, (_, index) => [
    user(dialogue.question(from + index)),
    said(dialogue.answer(from + index)),
  ]).flat()
}
