import type { Fields } from '../json.ts'
import { findCacheMarkProblem } from './validate-cache-marks.ts'

/** Consecutive messages of one role, which the provider reads as one. */
interface Turn {
  readonly role: string
  readonly blocks: readonly Fields[]
  /** Index of the first of its messages. */
  readonly index: number
}

/** The first broken rule of the messages wire, or undefined. */
export function findMessagesProblem(body: Fields, messages: readonly Fields[]): string | undefined {
  if (messages[0]!.role !== 'user') return 'messages[0]: the first message is not a user message'
  for (const [index, message] of messages.entries()) {
    const problem = findMessageProblem(message, index === messages.length - 1)
    if (problem !== undefined) return `messages[${index}]: ${problem}`
  }
  const turns = mergeTurns(messages)
  return findPairProblem(turns) ?? findSystemProblem(turns) ?? findCacheMarkProblem(body, messages)
}

function findMessageProblem(message: Fields, isLast: boolean): string | undefined {
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return 'unknown role'
  // A system message may have only other members: Claude Code sets output options with one that has no content.
  const isEmptyAllowed = (isLast && role === 'assistant') || (role === 'system' && Object.keys(message).length > 2)
  if (typeof content === 'string') return isEmptyAllowed ? undefined : findTextProblem(content, role)
  if (!Array.isArray(content)) return 'content is neither text nor an array'
  if (content.length === 0 && !isEmptyAllowed) return 'content is empty'
  for (const block of content as readonly unknown[]) {
    const { type, text } = (block ?? {}) as Fields
    if (typeof type !== 'string') return 'a block has no type'
    const problem = type === 'text' ? findTextProblem(text, role) : undefined
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Models sometimes answer with white space, which providers accept. Other roles must not have a blank text. */
function findTextProblem(text: unknown, role: string): string | undefined {
  if (typeof text !== 'string' || text === '') return 'a text is empty'
  return role !== 'assistant' && text.trim() === '' ? 'a text is blank' : undefined
}

function mergeTurns(messages: readonly Fields[]): readonly Turn[] {
  const turns: { role: string; blocks: Fields[]; index: number }[] = []
  for (const [index, message] of messages.entries()) {
    const role = message.role as string
    const { content } = message
    const blocks = Array.isArray(content) ? (content as Fields[]) : [{ type: 'text', text: content }]
    const last = turns.at(-1)
    if (last?.role === role) for (const block of blocks) last.blocks.push(block)
    else turns.push({ role, blocks: [...blocks], index })
  }
  return turns
}

/** Each `tool_use` is answered once in the next user turn, before other content, and every result has its call. */
function findPairProblem(turns: readonly Turn[]): string | undefined {
  const seen = new Set<unknown>()
  let open = new Set<unknown>()
  for (const turn of turns) {
    const problem = turn.role === 'user' ? closeCalls(turn, open) : undefined
    if (problem !== undefined) return `messages[${turn.index}]: ${problem}`
    if (open.size > 0) return `messages[${turn.index}]: a tool_use before this message has no tool_result in it`
    open = new Set()
    for (const block of turn.blocks) {
      if (turn.role !== 'user' && block.type === 'tool_result')
        return `messages[${turn.index}]: a tool_result is not the user's`
      if (block.type !== 'tool_use') continue
      if (turn.role !== 'assistant') return `messages[${turn.index}]: a tool_use is not the assistant's`
      if (seen.has(block.id)) return `messages[${turn.index}]: a tool_use id is used twice`
      seen.add(block.id)
      open.add(block.id)
    }
  }
  return open.size > 0 ? 'the last tool_use has no tool_result' : undefined
}

function closeCalls(turn: Turn, open: Set<unknown>): string | undefined {
  let isPastResults = false
  for (const { type, tool_use_id: id } of turn.blocks) {
    if (type !== 'tool_result') isPastResults = true
    else if (isPastResults) return 'a tool_result comes after other content'
    else if (!open.delete(id)) return 'a tool_result answers no open tool_use'
  }
  return undefined
}

/** A system message follows a user turn or a server tool's result, and is last or followed by an assistant turn. */
function findSystemProblem(turns: readonly Turn[]): string | undefined {
  for (const [position, turn] of turns.entries()) {
    if (turn.role !== 'system') continue
    const before = turns[position - 1]
    const after = turns[position + 1]
    const last = before?.blocks.at(-1)?.type
    const follows = before?.role === 'user' || (typeof last === 'string' && last.endsWith('_tool_result'))
    if (!follows)
      return `messages[${turn.index}]: a system message follows neither a user turn nor a server tool's result`
    if (after !== undefined && after.role !== 'assistant') {
      return `messages[${turn.index}]: a system message is not followed by an assistant turn`
    }
  }
  return undefined
}
