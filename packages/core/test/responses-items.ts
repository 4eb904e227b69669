import type { Conversation } from '../src/conversation.ts'
import { createMessageMemo } from '../src/wire/message-memo.ts'
import { readRequest } from '../src/wire/read-request.ts'
import { sha256 } from './wire-bodies.ts'

export type Item = { readonly [member: string]: unknown }

export const user = (text: string): Item => ({ role: 'user', content: text })

export const said = (text: string, more: Item = {}): Item => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
  ...more,
})

export const reasoning = (id: string | undefined): Item => ({
  type: 'reasoning',
  ...(id !== undefined && { id }),
  summary: [],
  encrypted_content: `seal-${id ?? 'of-nothing'}`,
})

export const call = (callId: string, more: Item = {}): Item => ({
  type: 'function_call',
  call_id: callId,
  name: 'list',
  arguments: '{"path":"/srv"}',
  ...more,
})

export const output = (callId: string, text = 'quay.txt'): Item => ({
  type: 'function_call_output',
  call_id: callId,
  output: text,
})

/** A body of the Responses API around `input`. */
export function responsesBody(input: unknown, more: Item = {}): string {
  return JSON.stringify({ model: 'gpt-5', store: false, input, ...more })
}

/** The conversation in `body`. Throws an error that names the kind of any other body. */
export function responsesView(body: string): Conversation {
  const result = readRequest(body, 'openai-responses', { hash: sha256, memo: createMessageMemo(1_000_000) })
  if (result.kind !== 'conversation') throw new Error(JSON.stringify(result))
  return result.conversation
}

/** The items in a body. */
export function itemsIn(body: string): readonly Item[] {
  return (JSON.parse(body) as { readonly input: readonly Item[] }).input
}

/** A chat message. */
interface ChatMessage {
  readonly role: string
  readonly content: unknown
  readonly [member: string]: unknown
}

interface ChatCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

export interface ItemOptions {
  /** True for the index of an answer with reasoning before it. */
  readonly thinks?: (message: number) => boolean
  /** True if items have ids. */
  readonly hasIds?: boolean
}

/** The items of each message of a chat, as the Responses API has them. */
export function itemsOfChat(messages: readonly ChatMessage[], options: ItemOptions = {}): Item[][] {
  return messages.map((message, index) => itemsOf(message, index, options))
}

function itemsOf(message: ChatMessage, index: number, { thinks, hasIds }: ItemOptions): Item[] {
  const { role, content, tool_calls: calls, tool_call_id: callId } = message
  const labelled = (prefix: string, place = 0): Item => (hasIds ? { id: `${prefix}_${index}_${place}` } : {})
  if (role === 'tool') return [{ ...labelled('fc'), type: 'function_call_output', call_id: callId, output: content }]
  if (role !== 'assistant') return [{ ...labelled('msg'), role, content: partsOf(content) }]
  const thought = thinks?.(index)
    ? [{ ...reasoning(undefined), encrypted_content: `seal-${index}`, ...labelled('rs') }]
    : []
  const spoken = content === null ? [] : [said(String(content), labelled('msg'))]
  const called = ((calls ?? []) as readonly ChatCall[]).map(({ id, function: { name, arguments: given } }, place) => {
    return { ...labelled('fc', place), ...call(id, { name, arguments: given }) }
  })
  return [...thought, ...spoken, ...called]
}

function partsOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((part: { readonly type: string; readonly text?: string; readonly image_url?: { url: string } }) =>
    part.type === 'text'
      ? { type: 'input_text', text: part.text }
      : { type: 'input_image', image_url: part.image_url?.url, detail: 'auto' },
  )
}
