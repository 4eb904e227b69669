import type { WireFormat } from '../conversation.ts'
import { type Fields, isFields, parseJson } from '../json.ts'
import { findChatProblem } from './validate-chat.ts'
import { findMessagesProblem } from './validate-messages.ts'
import { findResponsesProblem } from './validate-responses.ts'

/**
 * Checks a rewritten body against those rules of the provider that a rewrite could break, using only `JSON.parse`, so that a
 * mistake of the scanner or the splicer is detected here. The returned description is for people and quotes no content.
 */
export function findProblem(format: WireFormat, body: string): string | undefined {
  const value = parseJson(body)
  if (value === undefined) return 'the body is not JSON'
  if (!isFields(value)) return 'the body is not an object'
  const field = format === 'openai-responses' ? 'input' : 'messages'
  const messages = value[field]
  if (!Array.isArray(messages) || messages.length === 0) return `${field} is not an array, or is empty`
  const index = messages.findIndex((message) => !isFields(message))
  if (index >= 0) return `${field}[${index}] is not an object`
  return FINDERS[format](value, messages)
}

const FINDERS: Readonly<Record<WireFormat, (body: Fields, messages: readonly Fields[]) => string | undefined>> = {
  'openai-chat': findChatProblem,
  'anthropic-messages': findMessagesProblem,
  'openai-responses': findResponsesProblem,
}
