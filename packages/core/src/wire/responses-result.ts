import type { TextLeaf } from '../conversation.ts'
import { memberOf } from './json-spans.ts'
import {
  addMembers,
  addOpaque,
  type MessageDraft,
  type PlacedObject,
  placeObjects,
  spanIn,
  textMember,
} from './message-draft.ts'
import { UNSEEN_MEMBERS } from './responses-items.ts'
import { addToolResult } from './tool-result.ts'

const APPROVAL = 'mcp_approval_response'

/** Results whose `output` is text, or parts of which some are text. */
const TEXTUAL = new Set(['function_call_output', 'custom_tool_call_output', 'apply_patch_call_output'])
const OPAQUE_TYPES = new Set(['input_image', 'input_file'])

/** Adds the item that answers a call. Returns why it cannot be read, or undefined. */
export function addResponsesResult(draft: MessageDraft, item: PlacedObject, type: string): string | undefined {
  const { value, node } = item
  const idName = type === APPROVAL ? 'approval_request_id' : 'call_id'
  const callId = value[idName] ?? value.id
  draft.role = 'tool'
  if (typeof callId !== 'string') {
    addOpaque(draft, item, { type, isKnown: false })
    return undefined
  }
  const taken = [...UNSEEN_MEMBERS, idName]
  draft.content.push(type)
  if (TEXTUAL.has(type)) {
    const isRead = addToolResult(draft, {
      callId,
      isError: type === 'apply_patch_call_output' && value.status === 'failed',
      content: value.output,
      node: memberOf(node, 'output'),
      carrier: item,
      taken: [...taken, 'output'],
      textType: 'input_text',
      knownTypes: OPAQUE_TYPES,
    })
    return isRead ? undefined : 'unreadable_tool_result'
  }
  draft.content.push('tool-result', callId)
  addMembers(draft, item, taken)
  const leaves = type === 'shell_call_output' ? shellTexts(draft, item) : []
  draft.parts.push({ kind: 'tool-result', callId, leaves, isError: false, isOpaque: type === 'computer_call_output' })
  const output = memberOf(node, 'output')
  // JSON in a string can be read, but its replacement would have to be JSON as well.
  if (type === 'local_shell_call_output' && typeof value.output === 'string' && output !== undefined) {
    const span = spanIn(draft, output)
    draft.parts.push({ kind: 'opaque', type: 'local_shell_output', span, leaves: [span] })
  }
  return undefined
}

/** The output of each command. Its exit status is never changed. */
function shellTexts(draft: MessageDraft, { value, node }: PlacedObject): readonly TextLeaf[] {
  const output = memberOf(node, 'output')
  const written = output?.kind === 'array' ? (placeObjects(value.output, output) ?? []) : []
  return written.flatMap((part) => ['stdout', 'stderr'].flatMap((name) => textMember(draft, part, name)))
}
