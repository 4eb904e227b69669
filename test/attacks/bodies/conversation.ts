import { createDialogue } from '../../harness/dialogue.ts'
import type { Wire } from '../../harness/wire.ts'

/** Part of a conversation, independent of the format of a provider. */
export type Piece =
  | { readonly role: 'user' | 'assistant'; readonly text: string }
  /** One message of many text parts. */
  | { readonly role: 'user' | 'assistant'; readonly parts: readonly string[] }
  /** Calls in one message; their arguments are JSON as text. */
  | { readonly calls: readonly { readonly id: string; readonly args: string }[] }
  | { readonly results: readonly { readonly id: string; readonly text: string }[] }

/** A request body of these pieces. The JSON is joined by hand, because some arguments are nested too deeply for a serialiser. */
export function bodyOf(wire: Wire, pieces: Iterable<Piece>): Buffer {
  const messages: string[] = []
  for (const piece of pieces) messages.push(...(wire === 'openai' ? chatMessages(piece) : claudeMessages(piece)))
  const model = wire === 'openai' ? 'gpt-4o' : 'claude-sonnet-4-5'
  return Buffer.from(`{"model":"${model}","max_tokens":100,"messages":[${messages.join()}]}`)
}

/** A few ordinary turns. */
export function usualTurns(turns: number, seed = 3): Piece[] {
  const dialogue = createDialogue(seed)
  return Array.from({ length: turns }, (_, i): Piece[] => [
    { role: 'user', text: dialogue.question(i + 1) },
    { role: 'assistant', text: dialogue.answer(i + 1) },
  ]).flat()
}

export const QUESTION: Piece = { role: 'user', text: 'And which of these did you tell me about first?' }

function chatMessages(piece: Piece): string[] {
  if ('calls' in piece) {
    const calls = piece.calls.map(
      ({ id, args }) =>
        `{"id":"${id}","type":"function","function":{"name":"read","arguments":${JSON.stringify(args)}}}`,
    )
    return [`{"role":"assistant","content":null,"tool_calls":[${calls.join()}]}`]
  }
  if ('results' in piece) {
    return piece.results.map(
      ({ id, text }) => `{"role":"tool","tool_call_id":"${id}","content":${JSON.stringify(text)}}`,
    )
  }
  return [`{"role":"${piece.role}","content":${contentOf(piece)}}`]
}

function claudeMessages(piece: Piece): string[] {
  if ('calls' in piece) {
    const calls = piece.calls.map(({ id, args }) => `{"type":"tool_use","id":"${id}","name":"read","input":${args}}`)
    return [`{"role":"assistant","content":[${calls.join()}]}`]
  }
  if ('results' in piece) {
    const results = piece.results.map(
      ({ id, text }) => `{"type":"tool_result","tool_use_id":"${id}","content":${JSON.stringify(text)}}`,
    )
    return [`{"role":"user","content":[${results.join()}]}`]
  }
  return [`{"role":"${piece.role}","content":${contentOf(piece)}}`]
}

function contentOf(piece: { readonly text: string } | { readonly parts: readonly string[] }): string {
  if ('text' in piece) return JSON.stringify(piece.text)
  return `[${piece.parts.map((text) => `{"type":"text","text":${JSON.stringify(text)}}`).join()}]`
}
