import type { WireBlock, WireMessage } from '../quality/recordings.ts'
import type { Speaker, Talk, TalkMessage } from './talk.ts'

/** Texts of one message on the wire, each with its speaker. */
export interface SpokenText {
  readonly speaker: Speaker | 'system'
  readonly text: string
}

/**
 * The messages of a talk as its client sends them, beginning with the system text. One message of the talk is one or more here.
 */
export function encodeTalk({ wire, system }: Pick<Talk, 'wire' | 'system'>, messages: readonly TalkMessage[]) {
  const encoded = encodeMessages(wire, messages)
  return system === undefined ? encoded : [{ role: 'system', content: system }, ...encoded]
}

function encodeMessages(wire: Talk['wire'], messages: readonly TalkMessage[]): readonly WireMessage[] {
  let ids: readonly string[] = []
  return messages.flatMap((message, index) => {
    if ('user' in message) return [{ role: 'user', content: message.user }]
    if ('results' in message)
      return wire === 'openai' ? toolMessages(message.results, ids) : [resultBlocks(message.results, ids)]
    ids = (message.calls ?? []).map((_, number) => `call_${index}_${number}`)
    return [wire === 'openai' ? assistantWithCalls(message, ids) : assistantWithBlocks(message, ids)]
  })
}

type Answer = Extract<TalkMessage, { assistant: string }>

function toolMessages(results: readonly string[], ids: readonly string[]): readonly WireMessage[] {
  return results.map((content, number) => ({ role: 'tool', tool_call_id: ids[number]!, content }))
}

function resultBlocks(results: readonly string[], ids: readonly string[]): WireMessage {
  const content = results.map((text, number) => ({ type: 'tool_result', tool_use_id: ids[number]!, content: text }))
  return { role: 'user', content }
}

function assistantWithCalls({ assistant, calls = [] }: Answer, ids: readonly string[]): WireMessage {
  if (!calls.length) return { role: 'assistant', content: assistant }
  const tool_calls = calls.map(({ tool, args }, number) => ({
    id: ids[number]!,
    type: 'function' as const,
    function: { name: tool, arguments: JSON.stringify(args) },
  }))
  return { role: 'assistant', content: assistant || null, tool_calls }
}

function assistantWithBlocks({ assistant, calls = [] }: Answer, ids: readonly string[]): WireMessage {
  if (!calls.length) return { role: 'assistant', content: assistant }
  const said: readonly WireBlock[] = assistant ? [{ type: 'text', text: assistant }] : []
  const uses = calls.map(({ tool, args }, number) => ({ type: 'tool_use', id: ids[number]!, name: tool, input: args }))
  return { role: 'assistant', content: [...said, ...uses] }
}

/** The texts of a wire message with their speakers. Calls belong to the assistant, results to the tool. */
export function textsOf({ role, content, tool_calls = [] }: WireMessage): readonly SpokenText[] {
  const own = role === 'tool' ? 'tool' : (role as SpokenText['speaker'])
  const said =
    typeof content === 'string' ? [{ speaker: own, text: content }] : (content ?? []).map((b) => ofBlock(b, own))
  const called = tool_calls.map(({ function: { name, arguments: args } }) => ({
    speaker: own,
    text: `${name} ${args}`,
  }))
  return [...said, ...called].filter(({ text }) => text.trim())
}

function ofBlock(block: WireBlock, own: SpokenText['speaker']): SpokenText {
  if (block.type === 'tool_use') return { speaker: own, text: `${block.name} ${JSON.stringify(block.input)}` }
  if (block.type === 'tool_result') return { speaker: 'tool', text: resultText(block.content) }
  return { speaker: own, text: block.text ?? '' }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(({ text = '' }: { text?: string }) => text).join('\n')
}
