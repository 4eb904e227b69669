import type { WireFormat } from '../conversation.ts'
import { isFields, parseJson } from '../json.ts'
import { findChatProblem } from './validate-chat.ts'
import { findMessagesProblem } from './validate-messages.ts'

/**
 * Checks a rewritten body against the provider's own rules that a rewrite could break, with nothing but `JSON.parse`,
 * so that a mistake of the scanner or the splicer is seen here. The problem is told for people and quotes no content.
 */
export function findProblem(format: WireFormat, body: string): string | undefined {
  const value = parseJson(body)
  if (value === undefined) return 'the body is not JSON'
  if (!isFields(value)) return 'the body is not an object'
  const { messages } = value
  if (!Array.isArray(messages) || messages.length === 0) return 'messages is no array or empty'
  const index = messages.findIndex((message) => !isFields(message))
  if (index >= 0) return `messages[${index}] is not an object`
  return format === 'openai-chat' ? findChatProblem(value, messages) : findMessagesProblem(value, messages)
}
