import { type Fields, isPresent } from '../json.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

/** The first broken rule of the chat wire, or undefined. A conversation may begin with an assistant: providers accept that. */
export function findChatProblem(body: Fields, messages: readonly Fields[]): string | undefined {
  for (const [index, message] of messages.entries()) {
    const problem = findMessageProblem(message)
    if (problem !== undefined) return `messages[${index}]: ${problem}`
  }
  return findPairProblem(messages) ?? findFormatProblem(body, messages)
}

function findMessageProblem(message: Fields): string | undefined {
  const { role, content } = message
  if (typeof role !== 'string' || !ROLES.includes(role)) return 'unknown role'
  if (Array.isArray(content)) return findPartsProblem(content)
  if (typeof content === 'string') return undefined
  if (content !== null && content !== undefined) return 'content is neither text nor an array'
  if (role === 'function') return undefined
  if (role !== 'assistant') return 'content is missing'
  const isElsewhere = ['tool_calls', 'function_call', 'audio', 'refusal'].some((name) => isPresent(message[name]))
  return isElsewhere ? undefined : 'content is missing, and no other member replaces it'
}

function findPartsProblem(parts: readonly unknown[]): string | undefined {
  if (parts.length === 0) return 'content is an empty array'
  for (const part of parts) {
    const { type, text } = (part ?? {}) as Fields
    if (typeof type !== 'string') return 'a part of the content has no type'
    if (type === 'text' && typeof text !== 'string') return 'a text part has no text'
  }
  return undefined
}

/** Each call is answered directly after its message, before any other role, and every result has its call. */
function findPairProblem(messages: readonly Fields[]): string | undefined {
  let open = new Set<unknown>()
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) return `messages[${index}]: a tool message answers no open call`
      continue
    }
    if (open.size > 0) return `messages[${index}]: a tool call before this message is not answered`
    if (message.role === 'function' && !isPresent(messages[index - 1]?.function_call)) {
      return `messages[${index}]: a function message answers no call`
    }
    if (!Array.isArray(message.tool_calls)) continue
    const ids = message.tool_calls.map((call: unknown) => ((call ?? {}) as Fields).id)
    open = new Set(ids)
    if (open.size < ids.length) return `messages[${index}]: two tool calls have the same id`
  }
  return open.size > 0 ? 'the last tool calls are not answered' : undefined
}

/** With `json_object`, the provider requires the word JSON in the messages. */
function findFormatProblem(body: Fields, messages: readonly Fields[]): string | undefined {
  const format = body.response_format as Fields | null | undefined
  if (format?.type !== 'json_object') return undefined
  const isNamed = messages.some((message) => /json/i.test(JSON.stringify(message.content) ?? ''))
  return isNamed ? undefined : 'response_format is json_object, but no message contains the word JSON'
}
