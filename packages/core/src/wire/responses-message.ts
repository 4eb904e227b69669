import { CITING_TEXT, type Role } from '../conversation.ts'
import { memberOf } from './json-spans.ts'
import {
  addMembers,
  addOpaque,
  addText,
  type MessageDraft,
  type PlacedObject,
  rawOf,
  readContent,
  spanIn,
  textMember,
} from './message-draft.ts'
import { bindReasoning } from './responses-binding.ts'
import { CALL_OF_RESULT, CLOSED_TYPES, SETTING_TYPES, typeOfItem, UNSEEN_MEMBERS } from './responses-items.ts'
import { addResponsesResult } from './responses-result.ts'
import { hasCitations } from './tool-result.ts'

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}

/** Parts of a message that are sent byte for byte, with their names on all wires. */
const OPAQUE_PARTS: ReadonlyMap<string, string> = new Map([
  ['input_image', 'image'],
  ['input_file', 'file'],
  ['input_audio', 'input_audio'],
  ['refusal', 'refusal'],
])

/** Calls that the client answers, each with the members that may contain its input. */
const CALL_INPUTS: Readonly<Record<string, readonly string[]>> = {
  function_call: ['arguments'],
  custom_tool_call: ['input'],
  local_shell_call: ['action'],
  shell_call: ['action'],
  apply_patch_call: ['operation'],
  computer_call: ['actions', 'action'],
  mcp_approval_request: ['arguments'],
}

/**
 * Items that load tools, as a part of a response. One that is a message by itself, before the words of the answer, is
 * the assistant's.
 */
const ANSWERED = new Set(['mcp_list_tools', 'tool_search_call', 'tool_search_output'])

/** Reads the items of one message into the draft. Returns why they cannot be read, or undefined. */
export function readResponsesMessage(draft: MessageDraft, items: readonly PlacedObject[]): string | undefined {
  draft.role = 'assistant'
  for (const item of items) {
    const problem = readItem(draft, item, items.length === 1)
    if (problem !== undefined) return problem
  }
  bindReasoning(draft, items)
  return undefined
}

function readItem(draft: MessageDraft, item: PlacedObject, isAlone: boolean): string | undefined {
  const type = typeOfItem(item.value)
  if (type === undefined) return 'unreadable_item'
  if (type === 'message') return readSpokenItem(draft, item)
  if (type === 'reasoning') return addReasoning(draft, item)
  if (Object.hasOwn(CALL_INPUTS, type)) return addCall(draft, item, type)
  if (CALL_OF_RESULT.has(type)) return addResponsesResult(draft, item, type)
  if (SETTING_TYPES.has(type)) {
    const isOfClient = type === 'tool_search_output' && item.value.execution === 'client'
    if (isAlone && (isOfClient || !ANSWERED.has(type))) draft.role = 'system'
    else draft.isPinned = true
  }
  const isKnown = CLOSED_TYPES.has(type) || SETTING_TYPES.has(type)
  addOpaque(draft, item, { type, isKnown, leaves: type === 'mcp_call' ? textMember(draft, item, 'output') : [] })
  return undefined
}

function readSpokenItem(draft: MessageDraft, item: PlacedObject): string | undefined {
  const { role } = item.value
  if (typeof role !== 'string' || !Object.hasOwn(ROLES, role)) return 'unknown_role'
  draft.role = ROLES[role]!
  draft.content.push('message', role)
  addMembers(draft, item, [...UNSEEN_MEMBERS, 'role', 'content'], ['phase'])
  return readContent(draft, item, readPart, role === 'assistant')
}

function readPart(draft: MessageDraft, part: PlacedObject): boolean {
  const { type, text } = part.value
  if (typeof type !== 'string') return false
  if (type !== 'input_text' && type !== 'output_text') {
    addOpaque(draft, part, { type: OPAQUE_PARTS.get(type) ?? type, isKnown: OPAQUE_PARTS.has(type) })
    return true
  }
  if (typeof text !== 'string') return false
  if (hasCitations(part, 'annotations')) {
    addOpaque(draft, part, { type: CITING_TEXT, isKnown: true, leaves: textMember(draft, part, 'text') })
  } else {
    addText(draft, memberOf(part.node, 'text')!, text)
    addMembers(draft, part, ['type', 'text', 'annotations', 'logprobs'])
  }
  return true
}

/** The provider encrypts anew each time, so reasoning is identified by its id if it has one. */
function addReasoning(draft: MessageDraft, item: PlacedObject): undefined {
  const { id, encrypted_content: seal } = item.value
  draft.parts.push({ kind: 'thinking', span: spanIn(draft, item.node) })
  const identity = [id, seal].find((value) => typeof value === 'string') ?? rawOf(draft, item.node)
  draft.content.push('thinking', identity as string)
}

function addCall(draft: MessageDraft, item: PlacedObject, type: string): undefined {
  const { value, node } = item
  const id = value.call_id ?? value.id
  const inputName = CALL_INPUTS[type]!.find((member) => memberOf(node, member) !== undefined)
  if (typeof id !== 'string' || inputName === undefined) {
    addOpaque(draft, item, { type, isKnown: false })
    return
  }
  const input = memberOf(node, inputName)!
  const name = typeof value.name === 'string' ? value.name : type.replace(/_call$/, '')
  draft.parts.push({ kind: 'tool-call', id, name, input: spanIn(draft, input) })
  draft.content.push('tool-call', type, id, name, rawOf(draft, input))
  addMembers(draft, item, [...UNSEEN_MEMBERS, 'call_id', 'name', inputName], ['namespace'])
}
