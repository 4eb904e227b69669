import type { Role } from '../conversation.ts'
import { memberOf } from './json-spans.ts'
import {
  addMembers,
  addOpaque,
  addText,
  type MessageDraft,
  type PlacedObject,
  placeObject,
  placeObjects,
  rawOf,
  readContent,
  spanIn,
} from './message-draft.ts'
import { addToolResult } from './tool-result.ts'

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
}

const LONGEST_NAME = 64

const OPAQUE_TYPES = new Set(['image_url', 'input_audio', 'file', 'refusal'])

const SPOKEN_MEMBERS = ['role', 'content', 'tool_calls', 'function_call']

/** Message members that are null when they are empty, as SDKs echo them. */
const OFTEN_NULL = ['name', 'refusal', 'audio', 'function_call', 'tool_calls', 'annotations']

/** Reads one message of the chat wire into the draft. Returns why it cannot be read, or undefined. */
export function readChatMessage(draft: MessageDraft, message: PlacedObject): string | undefined {
  const wireRole = message.value.role
  const role = typeof wireRole === 'string' && Object.hasOwn(ROLES, wireRole) ? ROLES[wireRole] : undefined
  if (role === undefined) return 'unknown_role'
  draft.role = role
  draft.content.push(wireRole as string)
  if (role === 'tool') return readToolMessage(draft, message)
  if (typeof message.value.name === 'string') draft.name = asOneLine(message.value.name)
  addMembers(draft, message, SPOKEN_MEMBERS, OFTEN_NULL)
  return readSpokenMessage(draft, message)
}

/** Providers accept short names without spaces. Any other text must not look like more than a name. */
function asOneLine(name: string): string {
  return name
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

function readSpokenMessage(draft: MessageDraft, message: PlacedObject): string | undefined {
  const { value, node } = message
  const problem = readContent(draft, message, readContentPart, draft.role === 'assistant')
  if (problem) return problem
  for (const name of ['refusal', 'audio']) {
    const member = memberOf(node, name)
    if (member === undefined || value[name] === null) continue
    draft.parts.push({ kind: 'opaque', type: name, span: spanIn(draft, member) })
  }
  return readToolCalls(draft, message) ?? readFunctionCall(draft, message)
}

function readContentPart(draft: MessageDraft, part: PlacedObject): boolean {
  const { type, text } = part.value
  if (typeof type !== 'string') return false
  if (type === 'text') {
    if (typeof text !== 'string') return false
    addText(draft, memberOf(part.node, 'text')!, text)
    addMembers(draft, part, ['type', 'text'])
  } else {
    addOpaque(draft, part, { type, isKnown: OPAQUE_TYPES.has(type) })
  }
  return true
}

function readToolCalls(draft: MessageDraft, message: PlacedObject): string | undefined {
  const calls = memberOf(message.node, 'tool_calls')
  if (calls === undefined || message.value.tool_calls === null) return undefined
  const placed = calls.kind === 'array' ? placeObjects(message.value.tool_calls, calls) : undefined
  if (placed === undefined) return 'unreadable_tool_call'
  for (const call of placed) if (!readToolCall(draft, call)) return 'unreadable_tool_call'
  return undefined
}

function readToolCall(draft: MessageDraft, call: PlacedObject): boolean {
  const { id, type = 'function' } = call.value
  if (typeof id !== 'string' || typeof type !== 'string') return false
  if (type !== 'function' && type !== 'custom') {
    addOpaque(draft, call, { type, isKnown: false })
    return true
  }
  const called = placeObject(call.value[type], memberOf(call.node, type))
  if (called === undefined || !addToolCall(draft, id, called, type === 'function' ? 'arguments' : 'input')) return false
  draft.content.push('around')
  addMembers(draft, call, ['id', 'type', type])
  return true
}

function addToolCall(draft: MessageDraft, id: string, called: PlacedObject, inputName: string): boolean {
  const { name } = called.value
  const input = memberOf(called.node, inputName)
  if (typeof name !== 'string' || typeof called.value[inputName] !== 'string' || input === undefined) return false
  draft.parts.push({ kind: 'tool-call', id, name, input: spanIn(draft, input) })
  draft.content.push('tool-call', id, name, inputName, rawOf(draft, input))
  addMembers(draft, called, ['name', inputName])
  return true
}

/** The deprecated call without an id: its result names the function, so the name serves as the id on both sides. */
function readFunctionCall(draft: MessageDraft, message: PlacedObject): string | undefined {
  if (message.value.function_call === undefined || message.value.function_call === null) return undefined
  const called = placeObject(message.value.function_call, memberOf(message.node, 'function_call'))
  const isRead = called !== undefined && addToolCall(draft, functionCallId(called.value.name), called, 'arguments')
  return isRead ? undefined : 'unreadable_tool_call'
}

function readToolMessage(draft: MessageDraft, message: PlacedObject): string | undefined {
  const { value, node } = message
  const isFunction = value.role === 'function'
  const callId = isFunction ? functionCallId(value.name) : value.tool_call_id
  if (typeof callId !== 'string' || (isFunction && typeof value.name !== 'string')) return 'unreadable_tool_result'
  const isRead = addToolResult(draft, {
    callId,
    isError: false,
    content: value.content,
    node: memberOf(node, 'content'),
    carrier: message,
    taken: ['role', 'content', isFunction ? 'name' : 'tool_call_id'],
    knownTypes: OPAQUE_TYPES,
  })
  return isRead ? undefined : 'unreadable_tool_result'
}

function functionCallId(name: unknown): string {
  return `function_call:${String(name)}`
}
