import type { BodyText, Span } from '../conversation.ts'
import { type JsonNode, memberOf, withComma } from './json-spans.ts'
import { skipWhiteSpaceBack } from './json-white-space.ts'
import { type MessageDraft, type PlacedObject, spanIn } from './message-draft.ts'
import { typeOfItem } from './responses-items.ts'

const COLON = 0x3a
const ID_KEY = '"id"'

/** Items that are valid without an id: the provider requires the reasoning of items with one. */
const COMPLETE_WITHOUT_ID = new Set(['message', 'function_call', 'custom_tool_call'])

/**
 * Adds to each reasoning item of an answer the ids that must be dropped together with it: those of its results, which
 * the provider would refuse without it. The reasoning is fixed if a result needs its own id, or if there is no result.
 */
export function bindReasoning(draft: MessageDraft, items: readonly PlacedObject[]): void {
  const isReasoning = (item: PlacedObject | undefined) => item !== undefined && typeOfItem(item.value) === 'reasoning'
  if (!items.some(isReasoning)) return
  let isFixed = isReasoning(items.at(-1)) || draft.parts.every(({ kind }) => kind === 'thinking')
  const along: Span[][] = []
  for (const item of items) {
    if (isReasoning(item)) along.push([])
    else if (along.length > 0) {
      const span = idSpan(draft, item)
      if (span === undefined || !COMPLETE_WITHOUT_ID.has(typeOfItem(item.value) ?? '')) isFixed = true
      else if (span !== null) along.at(-1)!.push(span)
    }
  }
  for (const [place, part] of draft.parts.entries()) {
    if (part.kind !== 'thinking') continue
    const ids = along.shift() ?? []
    draft.parts[place] = { ...part, ...(isFixed ? { isFixed } : ids.length > 0 && { along: ids }) }
  }
}

/**
 * The position of the member `id` with one comma, relative to the message. Null: there is none. Undefined: it was not found.
 */
function idSpan(draft: MessageDraft, { node }: PlacedObject): Span | null | undefined {
  const id = memberOf(node, 'id')
  if (id === undefined) return null
  const start = keyStart(draft.body, id)
  const span = start === undefined ? undefined : withComma(draft.body, { start, end: id.end })
  return span && spanIn(draft, span)
}

/** Undefined if the key is spelled with escapes, which no client does. */
function keyStart(body: BodyText, value: JsonNode): number | undefined {
  const colon = skipWhiteSpaceBack(body, value.start) - 1
  if (body.charCodeAt(colon) !== COLON) return undefined
  const end = skipWhiteSpaceBack(body, colon)
  return body.slice(end - ID_KEY.length, end) === ID_KEY ? end - ID_KEY.length : undefined
}
