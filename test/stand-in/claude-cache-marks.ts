import { isObject, type JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'

const MAX_MARKS = 4

/**
 * Checks that there are at most four cache breakpoints, long ones before short ones, on cacheable blocks only.
 * @throws {Refusal}
 */
export function checkCacheMarks(body: JsonObject): void {
  const marked = [...blocksIn(body.tools, 'tools'), ...blocksIn(body.system, 'system'), ...messageBlocks(body.messages)]
  const marks = marked.filter(({ block }) => isObject(block.cache_control))
  const count = marks.length + (isObject(body.cache_control) ? 1 : 0)
  if (count > MAX_MARKS) {
    throw new Refusal(`A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${count}.`)
  }
  let hasShort = false
  for (const { block, path } of marks) {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') {
      throw new Refusal(`${path}.${block.type}.cache_control: Extra inputs are not permitted`)
    }
    if (block.type === 'text' && block.text === '') {
      throw new Refusal(`${path}.text: cache_control cannot be set for empty text blocks`)
    }
    const isLong = (block.cache_control as JsonObject).ttl === '1h'
    if (isLong && hasShort) {
      throw new Refusal(
        `${path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. ` +
          'Note that blocks are processed in the following order: `tools`, `system`, `messages`.',
      )
    }
    hasShort ||= !isLong
  }
}

interface MarkedBlock {
  readonly block: JsonObject
  readonly path: string
}

function messageBlocks(messages: unknown): MarkedBlock[] {
  if (!Array.isArray(messages)) return []
  return messages.flatMap((message: unknown, index) => {
    const blocks = isObject(message) ? blocksIn(message.content, `messages.${index}.content`) : []
    return blocks.flatMap((placed) => [...blocksIn(placed.block.content, `${placed.path}.content`), placed])
  })
}

function blocksIn(list: unknown, path: string): MarkedBlock[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((block: unknown, index) => (isObject(block) ? [{ block, path: `${path}.${index}` }] : []))
}
