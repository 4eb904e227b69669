import type { BodyText, OpaquePart, Part, Role, Span, TextLeaf } from '../conversation.ts'
import { type ArrayNode, type JsonNode, memberOf, type ObjectNode } from './json-spans.ts'

/** A shape under construction. Readers of all wires add parts to it, with their content as the model sees it. */
export interface MessageDraft {
  readonly body: BodyText
  /** Start of the message in the body. Spans of parts are relative to it. */
  readonly start: number
  role: Role
  name?: string
  readonly parts: Part[]
  /** The canonical content: everything that the model can see, as records of a name and its fields. */
  readonly content: string[]
  /** The texts of its text parts. */
  readonly texts: string[]
  isKnown: boolean
  isPinned: boolean
  hasCacheMark: boolean
}

/** A JSON object with its position: value and node agree, since duplicate keys are refused. */
export interface PlacedObject {
  readonly value: Readonly<Record<string, unknown>>
  readonly node: ObjectNode
}

/** Members that set a breakpoint of the provider's cache. Clients move them every turn, and the model does not see them. */
const CACHE_MARKS = ['cache_control', 'prompt_cache_breakpoint']

/** True for the name of a member that sets a breakpoint of the provider's cache. */
export function isCacheMark(key: string): boolean {
  return CACHE_MARKS.includes(key)
}

/** The span of `node`, relative to the message. */
export function spanIn(draft: MessageDraft, node: Span): Span {
  return { start: node.start - draft.start, end: node.end - draft.start }
}

/** The raw JSON of `node`. */
export function rawOf(draft: MessageDraft, node: Span): string {
  return draft.body.slice(node.start, node.end)
}

/** The value with its position, if it is an object without duplicate keys. */
export function placeObject(value: unknown, node: JsonNode | undefined): PlacedObject | undefined {
  if (node?.kind !== 'object' || node.hasDuplicateKeys) return undefined
  return { value: value as Record<string, unknown>, node }
}

/** The elements with their positions, if all of them are objects without duplicate keys. */
export function placeObjects(values: unknown, node: ArrayNode): readonly PlacedObject[] | undefined {
  const placed: PlacedObject[] = []
  for (let index = 0; index < node.elements.length; index++) {
    const object = placeObject((values as unknown[])[index], node.elements[index])
    if (object === undefined) return undefined
    placed.push(object)
  }
  return placed
}

/** Adds a text part. */
export function addText(draft: MessageDraft, leaf: Span, text: string): void {
  draft.parts.push({ kind: 'text', leaf: spanIn(draft, leaf) })
  draft.texts.push(text)
  draft.content.push('text', text)
}

/** The text of a member, unless it is empty. */
export function textMember(draft: MessageDraft, { value, node }: PlacedObject, name: string): readonly TextLeaf[] {
  const said = value[name]
  return typeof said === 'string' && said !== '' ? [spanIn(draft, memberOf(node, name)!)] : []
}

/**
 * Reads the content of a message: a string, or parts, each of which `readPart` adds. Returns the reason if it cannot be
 * read. Missing content is allowed if `isOptional`.
 */
export function readContent(
  draft: MessageDraft,
  { value, node }: PlacedObject,
  readPart: (draft: MessageDraft, part: PlacedObject) => boolean,
  isOptional = false,
): string | undefined {
  const content = memberOf(node, 'content')
  if (typeof value.content === 'string') addText(draft, content!, value.content)
  else if (content?.kind === 'array') {
    if (!placeObjects(value.content, content)?.every((part) => readPart(draft, part))) return 'unreadable_part'
  } else if (!isOptional || (value.content !== undefined && value.content !== null)) return 'unreadable_content'
  return undefined
}

/** Adds a block that is not read. `isKnown` is false if this version does not know its type. */
export function addOpaque(
  draft: MessageDraft,
  part: PlacedObject,
  {
    type,
    isKnown,
    leaves = [],
    ...links
  }: Pick<OpaquePart, 'type' | 'leaves' | 'serverCall' | 'serverAnswer'> & { readonly isKnown: boolean },
): void {
  const span = spanIn(draft, part.node)
  draft.parts.push({ kind: 'opaque', type, span, ...(leaves.length > 0 && { leaves }), ...links })
  draft.content.push('opaque')
  addMembers(draft, part, [])
  if (!isKnown) draft.isKnown = false
}

/**
 * Adds the members that no reader has used, except for cache marks and null members of `oftenNull`: the model may see unknown
 * fields.
 */
export function addMembers(
  draft: MessageDraft,
  object: PlacedObject,
  taken: readonly string[],
  oftenNull: readonly string[] = [],
): void {
  for (const { key, value } of object.node.members) {
    if (isCacheMark(key)) {
      if (object.value[key] !== null) draft.hasCacheMark = true
    } else if (!taken.includes(key) && !(object.value[key] === null && oftenNull.includes(key))) {
      draft.content.push('member', key, rawOf(draft, value))
    }
  }
}

/** The content as one string. It begins with the lengths of all fields, so that the end of each is unambiguous. */
export function canonicalContent(draft: MessageDraft): string {
  let lengths = ''
  let content = ''
  for (const field of draft.content) {
    lengths += lengths === '' ? `${field.length}` : `,${field.length}`
    content += field
  }
  return `${lengths}:${content}`
}
