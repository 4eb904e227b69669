import type { BodyText, Conversation } from '../conversation.ts'
import { type JsonNode, scanValues } from './json-spans.ts'
import { isCacheMark } from './message-draft.ts'

/** A cache mark as the raw JSON of its member, so that it can be moved, and its message. */
export interface FoundMark {
  readonly raw: string
  readonly message: number
}

/** Largest number of cache marks in a request on any wire. */
export const MAX_MARKS = 4

/** Levels from a message down to a mark inside a tool's result. */
const MESSAGE_DEPTH = 5

/** Members whose parts may have marks: those of a message or a block, and the output of a tool in the Responses API. */
const CONTENTS: ReadonlySet<string> = new Set(['content', 'output'])

const OPEN_BRACE = 0x7b

/** The last cache mark of messages `[from, to)`. Messages of `staying` keep theirs. */
export function lastMarkIn(
  conversation: Conversation,
  range: { readonly from: number; readonly to: number },
  staying: ReadonlySet<number> = new Set(),
): FoundMark | undefined {
  for (let index = range.to - 1; index >= range.from; index--) {
    if (!conversation.messages[index]!.shape.hasCacheMark || staying.has(index)) continue
    const raw = marksOf(conversation, index).at(-1)
    if (raw !== undefined) return { raw, message: index }
  }
  return undefined
}

/** Upper limit of the number of cache marks in a part of a body. */
export function countMarks(json: string): number {
  return json.match(/"(?:cache_control|prompt_cache_breakpoint)"\s*:\s*\{/g)?.length ?? 0
}

/** The raw JSON of the cache marks of a message. */
export function marksOf({ body, messages }: Conversation, index: number): string[] {
  const nodes = scanValues(body, messages[index]!, MESSAGE_DEPTH) ?? []
  return nodes.flatMap((node) => marksIn(body, node))
}

/** The marks of a value in the order in which providers read them: marks inside a block before its own. */
function marksIn(body: BodyText, node: JsonNode): string[] {
  if (node.kind === 'leaf') return []
  if (node.kind === 'array') return node.elements.flatMap((element) => marksIn(body, element))
  const inside = node.members.flatMap(({ key, value }) => (CONTENTS.has(key) ? marksIn(body, value) : []))
  const own = node.members.find(({ key, value }) => isCacheMark(key) && body.charCodeAt(value.start) === OPEN_BRACE)
  return own === undefined ? inside : [...inside, `"${own.key}":${body.slice(own.value.start, own.value.end)}`]
}
