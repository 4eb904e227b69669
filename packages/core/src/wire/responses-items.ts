import type { BodyText, Span } from '../conversation.ts'
import { parseJson } from '../json.ts'
import { type ArrayNode, type JsonNode, memberOf, type ObjectNode, scanJson } from './json-spans.ts'

/**
 * The maker of an item: the model or its provider, or the client. `loading`: it loads tools at its position and stays there.
 */
type Maker = 'model' | 'loading' | 'client'

/** Calls that the client answers, by the type of the answer. */
export const CALL_OF_RESULT: ReadonlyMap<string, string> = new Map([
  ['function_call_output', 'function_call'],
  ['custom_tool_call_output', 'custom_tool_call'],
  ['local_shell_call_output', 'local_shell_call'],
  ['shell_call_output', 'shell_call'],
  ['apply_patch_call_output', 'apply_patch_call'],
  ['computer_call_output', 'computer_call'],
  ['mcp_approval_response', 'mcp_approval_request'],
])

/** Items of a provider's own tools, which are complete and bound to the reasoning before them. */
export const CLOSED_TYPES: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
])

const LOADING_TYPES = new Set(['mcp_list_tools', 'tool_search_call', 'tool_search_output', 'compaction'])
const CLIENT_SETTINGS = ['additional_tools', 'configuration_update']

/** Items that set something for all later items. */
export const SETTING_TYPES: ReadonlySet<string> = new Set([...LOADING_TYPES, ...CLIENT_SETTINGS])

/** Items of the client besides results. */
const CLIENT_TYPES = new Set([...CLIENT_SETTINGS, 'compaction_trigger'])

/** The output of a program that the provider runs. It is part of an answer, although its name is that of a result. */
const PROGRAM_OUTPUT = 'program_output'
/** An item of an unknown type is a result if the name of its type ends like this, otherwise a part of an answer. */
const LOOKS_LIKE_RESULT = /_(?:output|response)$/

/** Members of an item that the model does not see: its id, its status, and notes of the client. */
export const UNSEEN_MEMBERS: readonly string[] = ['type', 'id', 'status', 'internal_chat_message_metadata_passthrough']

/** The type of an item, which messages and references may omit. */
export function typeOfItem(item: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof item.type === 'string') return item.type
  if (item.type !== undefined && item.type !== null) return undefined
  if (item.role !== undefined) return 'message'
  return typeof item.id === 'string' ? 'item_reference' : undefined
}

/**
 * The messages among the items of `input`. Each item of the client is one message, and so is each maximal run of items of the
 * model or its provider. A run is one answer: its reasoning and the results of it are kept or dropped together. Undefined if an
 * element is not an object.
 */
export function groupItems(body: BodyText, input: ArrayNode): Span[] | undefined {
  const groups: Span[] = []
  let run: { start: number; end: number } | undefined
  for (const element of input.elements) {
    const item = scanJson(body, element.start, 1)
    if (item?.kind !== 'object') return undefined
    const { start, end } = element
    const maker = makerOf(body, item)
    if (run && maker !== 'client') run.end = end
    else {
      run = maker === 'model' ? { start, end } : undefined
      groups.push(run ?? { start, end })
    }
  }
  return groups
}

function makerOf(body: BodyText, item: ObjectNode): Maker {
  const role = textOf(body, memberOf(item, 'role'))
  const type = typeOfItem({
    type: textOf(body, memberOf(item, 'type')),
    role,
    id: textOf(body, memberOf(item, 'id')),
  })
  if (type === undefined) return 'client'
  if (type === 'message') return role === 'assistant' ? 'model' : 'client'
  if (LOADING_TYPES.has(type)) return 'loading'
  if (type === PROGRAM_OUTPUT) return 'model'
  return CLIENT_TYPES.has(type) || LOOKS_LIKE_RESULT.test(type) ? 'client' : 'model'
}

function textOf(body: BodyText, node: JsonNode | undefined): string | undefined {
  const value = node?.kind === 'leaf' ? parseJson(body.slice(node.start, node.end)) : undefined
  return typeof value === 'string' ? value : undefined
}
