import type { WireMessage } from '../recordings.ts'
import type { Method } from '../twin.ts'
import { callsIn, resultsIn, splitRequest } from './units.ts'

interface ModelPart {
  readonly type: string
  readonly toolCallId?: string
}

interface ModelMessage {
  readonly role: string
  readonly content: string | readonly ModelPart[]
  readonly index?: number
}

/** The used part of the package `ai`. */
export interface PruneLibrary {
  pruneMessages(options: {
    messages: readonly ModelMessage[]
    toolCalls: string
    emptyMessages: 'remove'
  }): readonly ModelMessage[]
}

/**
 * `pruneMessages` of the package `ai` removes tool calls and results before the last N messages. N is the largest number whose
 * request fits the budget, or the length of the newest unit if none does.
 */
export function createPruneMessages(library: PruneLibrary, title: string): Method {
  return {
    name: 'prune-messages',
    title,
    open(kind) {
      return ({ messages, budgetTokens, tokensOf }) => {
        const converted = messages.map(toModelMessage)
        const { newest, lead } = splitRequest(messages, kind)
        const pruned = (last: number): readonly WireMessage[] => {
          const toolCalls = `before-last-${last}-messages`
          const kept = library.pruneMessages({ messages: converted, toolCalls, emptyMessages: 'remove' })
          return withLead(messages, lead, kept)
        }
        const fits = (list: readonly WireMessage[]): boolean =>
          list.reduce((sum, message) => sum + tokensOf(message), 0) <= budgetTokens
        if (fits(messages)) return messages
        let [low, high] = [messages.length - newest, messages.length]
        let best = pruned(low)
        while (low + 1 < high) {
          const middle = (low + high) >> 1
          const list = pruned(middle)
          if (fits(list)) [low, best] = [middle, list]
          else high = middle
        }
        return best
      }
    },
  }
}

/** A message in the form of the package, with its position, which the package keeps. */
function toModelMessage(message: WireMessage, index: number): ModelMessage {
  const [calls, results] = [callsIn(message), resultsIn(message)]
  if (results.length) {
    return { role: 'tool', index, content: results.map((toolCallId) => ({ type: 'tool-result', toolCallId })) }
  }
  if (!calls.length) return { role: message.role, index, content: '-' }
  const said = hasText(message) ? [{ type: 'text' }] : []
  return {
    role: message.role,
    index,
    content: [...said, ...calls.map((id) => ({ type: 'tool-call', toolCallId: id }))],
  }
}

function hasText({ content }: WireMessage): boolean {
  return typeof content === 'string' ? content !== '' : (content ?? []).some(({ type }) => type === 'text')
}

function withLead(messages: readonly WireMessage[], lead: number, kept: readonly ModelMessage[]): WireMessage[] {
  const sent = kept.map((message) => restore(messages[message.index!]!, message))
  // The package removes only tool calls and results. A first message that consists of them is sent nevertheless.
  return lead > 0 && kept[0]?.index !== 0 ? [messages[0]!, ...sent] : sent
}

/** The original message with only those of its calls and results that the package kept. */
function restore(message: WireMessage, kept: ModelMessage): WireMessage {
  if (typeof kept.content === 'string') return message
  const ids = new Set(kept.content.flatMap(({ toolCallId }) => (toolCallId === undefined ? [] : [toolCallId])))
  const isWhole = [...callsIn(message), ...resultsIn(message)].every((id) => ids.has(id))
  if (isWhole) return message
  const { tool_calls: calls, content, ...rest } = message
  const left = (calls ?? []).filter(({ id }) => ids.has(id))
  const blocks = Array.isArray(content)
    ? content.filter(({ id, tool_use_id }) => ids.has(id ?? tool_use_id ?? '') || (!id && !tool_use_id))
    : content
  return { ...rest, ...(blocks !== undefined && { content: blocks }), ...(left.length && { tool_calls: left }) }
}
