import { isObject, type JsonObject, typeName } from './json-object.ts'
import { Refusal } from './refusal.ts'

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
const PARTS_OF_ROLE: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  tool: ['text'],
  assistant: ['text', 'refusal'],
  user: ['text', 'image_url', 'input_audio', 'file'],
}

/**
 * Refuses the bodies that the chat completions API refuses.
 * @throws {Refusal}
 */
export function checkChat(body: unknown): asserts body is JsonObject & { readonly messages: readonly JsonObject[] } {
  if (!isObject(body)) throw new Refusal('We could not parse the JSON body of your request. The API expects an object.')
  const { model, messages } = body
  if (model === undefined) throw new Refusal('you must provide a model parameter')
  if (typeof model !== 'string') throw wrongType('model', 'a string', model)
  if (messages === undefined) throw missing('messages')
  if (!Array.isArray(messages)) throw wrongType('messages', 'an array of objects', messages)
  if (messages.length === 0) throw emptyArray('messages')
  for (const [index, message] of messages.entries()) checkMessage(message, index)
  checkToolPairs(messages)
  checkOptions(body, messages)
}

function checkMessage(message: unknown, index: number): void {
  const path = `messages[${index}]`
  if (!isObject(message)) throw wrongType(path, 'an object', message)
  const { role, content } = message
  if (role === undefined) throw missing(`${path}.role`)
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    const values = `Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`
    throw new Refusal(`Invalid value: '${role}'. ${values}`, { param: `${path}.role`, code: 'invalid_value' })
  }
  if (role === 'function' && typeof message.name !== 'string') throw missing(`${path}.name`)
  if (role === 'tool' && typeof message.tool_call_id !== 'string') throw missing(`${path}.tool_call_id`)
  if (Array.isArray(content)) checkParts(content, role, path)
  else if (content === null || content === undefined) checkAbsentContent(message, path)
  else if (typeof content !== 'string') throw wrongType(`${path}.content`, 'a string or an array of objects', content)
  if (role === 'assistant' && message.tool_calls !== undefined) checkCalls(message.tool_calls, path)
}

function checkAbsentContent(message: JsonObject, path: string): void {
  const hasOther = ['tool_calls', 'function_call', 'audio', 'refusal'].some((field) => message[field] != null)
  if (message.role === 'assistant' && hasOther) return
  throw new Refusal(`Invalid value for 'content': expected a string, got null.`, { param: `${path}.content` })
}

function checkParts(parts: readonly unknown[], role: string, path: string): void {
  if (parts.length === 0) throw emptyArray(`${path}.content`)
  const allowed = PARTS_OF_ROLE[role] ?? ['text']
  for (const [index, part] of parts.entries()) {
    const partPath = `${path}.content[${index}]`
    if (!isObject(part)) throw wrongType(partPath, 'an object', part)
    if (!allowed.includes(String(part.type))) {
      const types = allowed.map((type) => `'${type}'`).join(', ')
      const message = `Invalid '${path}'. Content blocks are expected to be one of ${types}.`
      throw new Refusal(message, { param: partPath, code: 'invalid_value' })
    }
    if (part.type === 'text' && typeof part.text !== 'string')
      throw wrongType(`${partPath}.text`, 'a string', part.text)
    if (part.type === 'image_url' && !isObject(part.image_url)) throw missing(`${partPath}.image_url`)
  }
}

function checkCalls(calls: unknown, path: string): void {
  if (!Array.isArray(calls)) throw wrongType(`${path}.tool_calls`, 'an array of objects', calls)
  if (calls.length === 0) throw emptyArray(`${path}.tool_calls`)
  for (const [index, call] of calls.entries()) {
    const callPath = `${path}.tool_calls[${index}]`
    if (!isObject(call) || typeof call.id !== 'string') throw missing(`${callPath}.id`)
    if (call.type === 'custom') continue
    if (!isObject(call.function)) throw missing(`${callPath}.function`)
    const { arguments: text } = call.function
    if (typeof text !== 'string') throw wrongType(`${callPath}.function.arguments`, 'a string', text)
  }
}

function checkToolPairs(messages: readonly JsonObject[]): void {
  let open = new Set<unknown>()
  let hasCalls = false
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const isAnswer = hasCalls && open.delete(message.tool_call_id)
      if (!isAnswer) throw danglingResult(index)
      continue
    }
    if (open.size > 0) throw unansweredCalls(open, index)
    const calls = message.role === 'assistant' ? ((message.tool_calls ?? []) as readonly JsonObject[]) : []
    open = new Set(calls.map((call) => call.id))
    hasCalls = calls.length > 0
  }
  if (open.size > 0) throw unansweredCalls(open, messages.length)
}

function danglingResult(index: number): Refusal {
  const message = `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`
  return new Refusal(message, { param: `messages.[${index}].role` })
}

function unansweredCalls(open: ReadonlySet<unknown>, index: number): Refusal {
  const message =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${[...open].join(', ')}`
  return new Refusal(message, { param: `messages.[${index}].role` })
}

function checkOptions(body: JsonObject, messages: readonly JsonObject[]): void {
  if (isObject(body.stream_options) && body.stream !== true) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
    throw new Refusal(message, { param: 'stream_options' })
  }
  const format = body.response_format
  if (isObject(format) && format.type === 'json_object' && !/json/i.test(JSON.stringify(messages))) {
    const message =
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
    throw new Refusal(message, { param: 'messages' })
  }
}

function missing(path: string): Refusal {
  return new Refusal(`Missing required parameter: '${path}'.`, { param: path, code: 'missing_required_parameter' })
}

function wrongType(path: string, expected: string, value: unknown): Refusal {
  const message = `Invalid type for '${path}': expected ${expected}, but got ${typeName(value)} instead.`
  return new Refusal(message, { param: path, code: 'invalid_type' })
}

function emptyArray(path: string): Refusal {
  const message = `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`
  return new Refusal(message, { param: path, code: 'empty_array' })
}
