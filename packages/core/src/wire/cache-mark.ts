import type { Conversation } from '../conversation.ts'
import { type JsonNode, scanJson } from './json-spans.ts'
import { isCacheMark } from './message-draft.ts'

/** Levels down to a mark inside a tool's result. */
const MESSAGE_DEPTH = 5

/**
 * The last cache mark of messages `[from, to)` as the raw JSON of its member, so that it can be set again elsewhere;
 * messages of `staying` keep theirs.
 */
export function carriedMark(
  conversation: Conversation,
  range: { readonly from: number; readonly to: number },
  staying: ReadonlySet<number> = new Set(),
): string | undefined {
  for (let index = range.to - 1; index >= range.from; index--) {
    const message = conversation.messages[index]!
    if (!message.shape.hasCacheMark || staying.has(index)) continue
    const node = scanJson(conversation.body, message.start, MESSAGE_DEPTH)
    return node === undefined ? undefined : lastMark(conversation.body, node)
  }
  return undefined
}

function lastMark(body: string, node: JsonNode): string | undefined {
  if (node.kind === 'leaf') return undefined
  if (node.kind === 'array') {
    for (let index = node.elements.length - 1; index >= 0; index--) {
      const mark = lastMark(body, node.elements[index]!)
      if (mark !== undefined) return mark
    }
    return undefined
  }
  const own = node.members.find(({ key, value }) => isCacheMark(key) && body.startsWith('{', value.start))
  if (own !== undefined) return `"${own.key}":${body.slice(own.value.start, own.value.end)}`
  for (const { key, value } of node.members) {
    if (key !== 'content') continue
    const mark = lastMark(body, value)
    if (mark !== undefined) return mark
  }
  return undefined
}
