import type { TextLeaf } from '../conversation.ts'
import { isPresent } from '../json.ts'
import { type JsonNode, memberOf } from './json-spans.ts'
import { addMembers, type MessageDraft, type PlacedObject, placeObjects, spanIn } from './message-draft.ts'

/** A tool's result on any wire. */
export interface WireToolResult {
  readonly callId: string
  readonly isError: boolean
  /** The value of `content`: a string, an array of parts, or nothing. */
  readonly content: unknown
  readonly node: JsonNode | undefined
  /** The object that contains the result. */
  readonly carrier: PlacedObject
  /** The members of the carrier that are read separately. */
  readonly taken: readonly string[]
  /** The type of a text part on this wire. */
  readonly textType?: string
  /** Types besides text that this wire allows. */
  readonly knownTypes: ReadonlySet<string>
}

/** Adds the result of a tool with its texts. False if its content cannot be read. */
export function addToolResult(draft: MessageDraft, result: WireToolResult): boolean {
  const { callId, isError, content, node } = result
  draft.content.push('tool-result', callId, String(isError))
  addMembers(draft, result.carrier, result.taken)
  const leaves: TextLeaf[] = []
  let isOpaque = false
  if (typeof content === 'string') {
    leaves.push(spanIn(draft, node!))
    draft.content.push('leaf', content)
  } else if (node?.kind === 'array') {
    const parts = placeObjects(content, node)
    if (parts === undefined) return false
    for (const part of parts) {
      const leaf = readLeaf(draft, part, result.textType ?? 'text')
      if (leaf !== undefined) leaves.push(leaf)
      else {
        isOpaque = true
        addOther(draft, part, result.knownTypes)
      }
    }
  } else if (content !== undefined && content !== null) return false
  draft.parts.push({ kind: 'tool-result', callId, leaves, isError, isOpaque })
  return true
}

/** True if a text block cites its sources. Such a block is never changed. */
export function hasCitations(block: PlacedObject, member = 'citations'): boolean {
  return isPresent(block.value[member])
}

function readLeaf(draft: MessageDraft, part: PlacedObject, textType: string): TextLeaf | undefined {
  const { type, text } = part.value
  if (type !== textType || typeof text !== 'string' || hasCitations(part)) return undefined
  draft.content.push('leaf', text)
  addMembers(draft, part, ['type', 'text', 'citations'])
  return spanIn(draft, memberOf(part.node, 'text')!)
}

function addOther(draft: MessageDraft, part: PlacedObject, knownTypes: ReadonlySet<string>): void {
  const { type } = part.value
  if (typeof type !== 'string' || (type !== 'text' && !knownTypes.has(type))) draft.isKnown = false
  // A tool reference loads a tool that a search of the client has found.
  if (type === 'tool_reference') draft.isPinned = true
  draft.content.push('other')
  addMembers(draft, part, [])
}
