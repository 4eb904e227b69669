import type { TranscriptMessage } from '@pleat/core'
import { readContent } from './content-text.ts'
import { isObject, type JsonObject, listAt, objectAt, stringAt } from './json-value.ts'
import { createMessageBuilder, type MessageBuilder } from './message-builder.ts'
import { toolCallLine, toolResultText } from './tool-line.ts'

/** The list of messages in a JSON value: the value itself, or its member `messages`. */
export function findMessageList(value: unknown): readonly JsonObject[] | undefined {
  const list = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value.messages)
      ? value.messages
      : undefined
  if (!list?.length || !list.every(isObject)) return undefined
  return list.every((message) => typeof message.role === 'string' || typeof objectAt(message, 'info').role === 'string')
    ? list
    : undefined
}

/** Reads messages of either provider's API, of opencode, or plain `{role, content}`, without system text. */
export function readMessageList(list: readonly JsonObject[]): TranscriptMessage[] {
  const builder = createMessageBuilder()
  for (const message of list) {
    if (isObject(message.info)) {
      // A summary of opencode replaces messages. It is used only if the list does not contain them any more.
      if (message.info.summary === true && builder.messages.length) continue
      addParts(builder, message)
    } else addMessage(builder, message)
  }
  return [...builder.messages]
}

function addMessage(builder: MessageBuilder, message: JsonObject): void {
  const { said, calls, results } = readContent(message.content)
  if (message.role === 'tool' || message.role === 'function') {
    builder.result(toolResultText(said))
  } else if (message.role === 'assistant') {
    builder.say('assistant', [said, ...calls, ...chatCalls(message)].filter(Boolean).join('\n'))
  } else if (message.role === 'user') {
    for (const result of results) builder.result(result)
    builder.say('user', said)
  }
}

function chatCalls(message: JsonObject): string[] {
  return listAt(message, 'tool_calls').map((call) => {
    const { name, arguments: given } = { ...objectAt(call, 'custom'), ...objectAt(call, 'function') }
    return toolCallLine(String(name ?? ''), given)
  })
}

/** Adds a message in opencode's format, a list of parts. */
function addParts(builder: MessageBuilder, { info, parts }: JsonObject): void {
  const isUser = objectAt({ info }, 'info').role === 'user'
  const lines: string[] = []
  for (const part of Array.isArray(parts) ? parts : []) {
    if (!isObject(part) || part.synthetic === true || part.ignored === true) continue
    if (part.type === 'text') lines.push(stringAt(part, 'text') ?? '')
    if (part.type !== 'tool') continue
    const state = objectAt(part, 'state')
    lines.push(toolCallLine(stringAt(part, 'tool') ?? '', state.input))
    lines.push(toolResultText(stringAt(state, 'output') ?? stringAt(state, 'error') ?? '', 'error' in state))
  }
  builder.say(isUser ? 'user' : 'assistant', lines.filter(Boolean).join('\n'))
}
