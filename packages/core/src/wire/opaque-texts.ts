import { CITING_TEXT, type TextLeaf } from '../conversation.ts'
import type { JsonNode } from './json-spans.ts'
import { type MessageDraft, type PlacedObject, placeObject, spanIn } from './message-draft.ts'

/** Blocks that must not be changed, but contain a readable text. */
const READABLE: ReadonlySet<string> = new Set([
  CITING_TEXT,
  'search_result',
  'web_search_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'mcp_tool_result',
])
const TEXT_MEMBERS: ReadonlySet<string> = new Set(['text', 'title', 'url', 'stdout', 'stderr'])
/** The member that repeats the cited text. */
const CITED = 'citations'

/** The texts in a block of `type` that is sent byte for byte, in order. */
export function opaqueTexts(draft: MessageDraft, block: PlacedObject, type: string): readonly TextLeaf[] {
  if (!READABLE.has(type)) return []
  const leaves: TextLeaf[] = []
  collect(draft, { value: block.value, node: block.node }, leaves)
  return leaves
}

function collect(
  draft: MessageDraft,
  at: { readonly value: unknown; readonly node: JsonNode },
  into: TextLeaf[],
): void {
  const { value, node } = at
  if (node.kind === 'array') {
    for (const [index, element] of node.elements.entries())
      collect(draft, { value: (value as readonly unknown[])[index], node: element }, into)
  }
  // With duplicate keys, a member's node may be another one than that of its value.
  const object = placeObject(value, node)
  if (object === undefined) return
  for (const { key, value: member } of object.node.members) {
    const said = object.value[key]
    if (typeof said === 'string') {
      if (said && TEXT_MEMBERS.has(key)) into.push(spanIn(draft, member))
    } else if (key !== CITED) collect(draft, { value: said, node: member }, into)
  }
}
