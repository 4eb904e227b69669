import type { TranscriptMessage } from '@pleat/core'
import { isObject, type JsonObject, listAt, objectAt, stringAt } from './json-value.ts'
import { createMessageBuilder, type MessageBuilder } from './message-builder.ts'
import { recordChain } from './record-chain.ts'
import { toolCallLine, toolResultText } from './tool-line.ts'

/** True if these are records of Qwen Code: a tree of messages made of parts. */
export function isQwenCode(records: readonly JsonObject[]): boolean {
  return records.some((record) => 'uuid' in record && listAt(record.message, 'parts').length > 0)
}

/** The conversation in the records of Qwen Code, along the newest branch. */
export function readQwenCode(records: readonly JsonObject[]): TranscriptMessage[] {
  const builder = createMessageBuilder()
  for (const record of recordChain(records)) {
    if (record.type === 'system') continue
    for (const part of listAt(record.message, 'parts')) if (isObject(part)) addPart(builder, record, part)
  }
  return [...builder.messages]
}

function addPart(builder: MessageBuilder, record: JsonObject, part: JsonObject): void {
  const text = part.thought === true ? undefined : stringAt(part, 'text')
  if (text !== undefined) {
    if (record.type === 'assistant') builder.answer(stringAt(record, 'uuid'), text)
    else if (record.type === 'user' && record.subtype === undefined) builder.say('user', text)
  }
  const call = objectAt(part, 'functionCall')
  if (call.name !== undefined) builder.answer(stringAt(record, 'uuid'), toolCallLine(String(call.name), call.args))
  const answer = objectAt(objectAt(part, 'functionResponse'), 'response')
  const output = stringAt(answer, 'output') ?? stringAt(answer, 'error')
  if (output !== undefined) builder.result(toolResultText(output, answer.error !== undefined))
}
