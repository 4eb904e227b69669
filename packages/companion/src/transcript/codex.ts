import type { TranscriptMessage } from '@pleat/core'
import { readContent } from './content-text.ts'
import { isObject, type JsonObject, objectAt, stringAt } from './json-value.ts'
import { createMessageBuilder, type MessageBuilder } from './message-builder.ts'
import { toolCallLine, toolResultText } from './tool-line.ts'

/** True if these are records of Codex: items of the Responses API in envelopes. */
export function isCodex(records: readonly JsonObject[]): boolean {
  return records.some((record) => record.type === 'response_item' && isObject(record.payload))
}

/** The conversation in the records of Codex, in file order, without turns that the user took back. */
export function readCodex(records: readonly JsonObject[]): TranscriptMessage[] {
  const builder = createMessageBuilder()
  for (const item of remainingItems(records)) addItem(builder, item)
  return [...builder.messages]
}

/** The items of the conversation. Codex only appends to the file: a marker takes back the turns before it. */
function remainingItems(records: readonly JsonObject[]): JsonObject[] {
  const items: JsonObject[] = []
  for (const record of records) {
    const payload = objectAt(record, 'payload')
    if (record.type === 'response_item') items.push(payload)
    const isMarker = record.type === 'event_msg' && payload.type === 'thread_rolled_back'
    if (isMarker && typeof payload.num_turns === 'number') removeTurns(items, payload.num_turns)
  }
  return items
}

/** Removes the last `count` turns. As in Codex, items before the first turn stay. */
function removeTurns(items: JsonObject[], count: number): void {
  const starts = items.flatMap((item, i) => (startsTurn(item) ? [i] : []))
  const start = starts.at(-count) ?? starts[0]
  if (count > 0 && start !== undefined) items.length = start
}

/** True if Codex counts a turn from this item on: a message of the user or of another agent. */
function startsTurn(item: JsonObject): boolean {
  if (item.type === 'agent_message') return true
  if (item.type !== 'message' || item.role !== 'user') return false
  const { said } = readContent(item.content)
  return !isAddedContext(said) && !/^\s*<(?:user_shell_command|subagent_notification|hook_prompt)\b/.test(said)
}

function addItem(builder: MessageBuilder, item: JsonObject): void {
  switch (item.type) {
    case 'message': {
      const { said } = readContent(item.content)
      if (item.role === 'assistant') builder.answer(undefined, said)
      else if (item.role === 'user' && !isAddedContext(said)) builder.say('user', said)
      return
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      builder.result(toolCallLine(stringAt(item, 'name') ?? 'shell', item.arguments ?? item.input ?? item.action))
      return
    case 'function_call_output':
    case 'custom_tool_call_output':
      builder.result(toolResultText(outputText(item.output)))
  }
}

/** The output of a tool: a string, or a string in an object. */
function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  return stringAt(output, 'content') ?? stringAt(output, 'output') ?? readContent(output).said
}

/** True if the text is context that Codex adds in the user's role. */
function isAddedContext(text: string): boolean {
  return /^\s*<(?:environment_context|user_instructions|permissions|turn_aborted|skill)\b|^# AGENTS\.md instructions/.test(
    text,
  )
}
