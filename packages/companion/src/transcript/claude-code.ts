import type { TranscriptMessage } from '@pleat/core'
import { readContent } from './content-text.ts'
import { isObject, type JsonObject, objectAt, stringAt } from './json-value.ts'
import { createMessageBuilder, type MessageBuilder } from './message-builder.ts'
import { recordChain } from './record-chain.ts'

/** True if these are records of Claude Code: a tree of messages in the format of the messages API. */
export function isClaudeCode(records: readonly JsonObject[]): boolean {
  return records.some(
    (record) => (record.type === 'user' || record.type === 'assistant') && 'uuid' in record && hasRole(record.message),
  )
}

function hasRole(message: unknown): boolean {
  return isObject(message) && 'content' in message
}

/** The conversation in the records of Claude Code, along the newest branch. */
export function readClaudeCode(records: readonly JsonObject[]): TranscriptMessage[] {
  const builder = createMessageBuilder()
  for (const record of recordChain(records)) {
    if (record.type === 'attachment') addQueued(builder, objectAt(record, 'attachment'))
    if (!isSpoken(record)) continue
    // A summary replaces messages. It is used only if the file does not contain them any more.
    if (record.isCompactSummary === true && builder.messages.length) continue
    addRecord(builder, record)
  }
  return [...builder.messages]
}

/** Adds text that the user typed while the assistant worked, which is recorded as an attachment. */
function addQueued(builder: MessageBuilder, attachment: JsonObject): void {
  const isTyped = attachment.commandMode === undefined || attachment.commandMode === 'prompt'
  if (attachment.type === 'queued_command' && isTyped)
    builder.say('user', typedText(readContent(attachment.prompt).said))
}

function isSpoken(record: JsonObject): boolean {
  return (record.type === 'user' || record.type === 'assistant') && record.isMeta !== true
}

function addRecord(builder: MessageBuilder, record: JsonObject): void {
  const message = objectAt(record, 'message')
  const { said, calls, results } = readContent(message.content)
  if (record.type === 'assistant') {
    const key = stringAt(message, 'id') ?? stringAt(record, 'uuid')
    for (const part of [said, ...calls]) builder.answer(key, part)
    return
  }
  for (const result of results) builder.result(result)
  builder.say('user', typedText(said))
}

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g
const COMMAND_NAME = /<command-name>([^<]*)<\/command-name>/
/** The arguments are the user's text and may contain any tag, so they extend to the last end tag. */
const COMMAND_ARGUMENTS = /<command-args>([\s\S]*)<\/command-args>/
const LOCAL = /^\s*<(?:local-command-stdout|local-command-stderr|local-command-caveat|bash-stdout|bash-stderr)>/

/** The user's own text, without reminders and output. Commands are as they were typed; without arguments, empty. */
function typedText(text: string): string {
  const typed = text.replace(REMINDER, '')
  const command = COMMAND_NAME.exec(typed)?.[1]
  if (command !== undefined) {
    const given = COMMAND_ARGUMENTS.exec(typed)?.[1]?.trim()
    return given ? `${command} ${given}` : ''
  }
  return LOCAL.test(typed) ? '' : typed
}
