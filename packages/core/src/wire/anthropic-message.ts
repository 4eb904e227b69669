import { CITING_TEXT, type OpaquePart, type Role } from '../conversation.ts'
import { isFields, isPresent } from '../json.ts'
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
} from './message-draft.ts'
import { opaqueTexts } from './opaque-texts.ts'
import { addToolResult, hasCitations } from './tool-result.ts'

const ROLES: readonly string[] = ['user', 'assistant', 'system'] satisfies Role[]

/** Blocks that are sent byte for byte or dropped with their whole turn. */
const OPAQUE_TYPES = new Set([
  'image',
  'document',
  'search_result',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'mcp_tool_listing',
  'tool_search_tool_result',
  'tool_reference',
  'advisor_tool_result',
  'container_upload',
  'fallback',
  'compaction',
])

/** Types of content in a tool's result besides text. */
const OPAQUE_RESULT_TYPES = new Set(['image', 'document', 'search_result', 'tool_reference', 'browser_state'])

/** Reads one message of the messages wire into the draft. Returns why it cannot be read, or undefined. */
export function readAnthropicMessage(draft: MessageDraft, message: PlacedObject): string | undefined {
  const { value } = message
  if (typeof value.role !== 'string' || !ROLES.includes(value.role)) return 'unknown_role'
  draft.role = value.role as Role
  draft.content.push(value.role)
  addMembers(draft, message, ['role', 'content'])
  return readContent(draft, message, readBlock)
}

function readBlock(draft: MessageDraft, block: PlacedObject): boolean {
  const { type } = block.value
  if (type === 'text') return readText(draft, block)
  if (type === 'tool_use') return readToolUse(draft, block)
  if (type === 'tool_result') return readToolResult(draft, block)
  if (typeof type !== 'string') return false
  if (type === 'thinking' || type === 'redacted_thinking') {
    draft.parts.push({ kind: 'thinking', span: spanIn(draft, block.node) })
    draft.content.push('thinking', rawOf(draft, block.node))
  } else {
    if (type === 'tool_search_tool_result' && hasFoundTools(block)) draft.isPinned = true
    const leaves = opaqueTexts(draft, block, type)
    addOpaque(draft, block, { type, isKnown: OPAQUE_TYPES.has(type), leaves, ...linksOf(block, type) })
  }
  return true
}

/** Tools that a search has found are loaded only while its result is in the conversation. */
function hasFoundTools({ value: { content } }: PlacedObject): boolean {
  return isFields(content) && isPresent(content.tool_references)
}

const SERVER_CALLS: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use'])

/** A call and its result are in different messages if a call of the client's tools, or a pause, comes between them. */
function linksOf({ value }: PlacedObject, type: string): Pick<OpaquePart, 'serverCall' | 'serverAnswer'> {
  const { id, tool_use_id: answered } = value
  if (SERVER_CALLS.has(type)) return typeof id === 'string' ? { serverCall: id } : {}
  return type.endsWith('_tool_result') && typeof answered === 'string' ? { serverAnswer: answered } : {}
}

function readText(draft: MessageDraft, block: PlacedObject): boolean {
  const { text } = block.value
  if (typeof text !== 'string') return false
  if (hasCitations(block)) {
    addOpaque(draft, block, { type: CITING_TEXT, isKnown: true, leaves: opaqueTexts(draft, block, CITING_TEXT) })
    return true
  }
  addText(draft, memberOf(block.node, 'text')!, text)
  addMembers(draft, block, ['type', 'text', 'citations'])
  return true
}

function readToolUse(draft: MessageDraft, block: PlacedObject): boolean {
  const { id, name } = block.value
  const input = memberOf(block.node, 'input')
  if (typeof id !== 'string' || typeof name !== 'string' || input === undefined) return false
  draft.parts.push({ kind: 'tool-call', id, name, input: spanIn(draft, input) })
  draft.content.push('tool-call', id, name, rawOf(draft, input))
  addMembers(draft, block, ['type', 'id', 'name', 'input'])
  return true
}

function readToolResult(draft: MessageDraft, block: PlacedObject): boolean {
  const { tool_use_id: callId, content, is_error: isError } = block.value
  if (typeof callId !== 'string') return false
  return addToolResult(draft, {
    callId,
    isError: isError === true,
    content,
    node: memberOf(block.node, 'content'),
    carrier: block,
    taken: ['type', 'tool_use_id', 'content', 'is_error'],
    knownTypes: OPAQUE_RESULT_TYPES,
  })
}
