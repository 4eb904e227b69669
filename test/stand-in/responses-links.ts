import type { JsonObject } from './json-object.ts'
import { Refusal } from './refusal.ts'
import type { ResponsesMemory } from './responses-memory.ts'

/** Prefixes of item ids by type. */
const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fc',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctc',
  web_search_call: 'ws',
}

/** The output type of each call type, and the names of both in error texts. */
const PAIRS: readonly { readonly call: string; readonly output: string }[] = [
  { call: 'function_call', output: 'function_call_output' },
  { call: 'custom_tool_call', output: 'custom_tool_call_output' },
  { call: 'local_shell_call', output: 'local_shell_call_output' },
  { call: 'shell_call', output: 'shell_call_output' },
]

/**
 * Checks the ids of items, that each call has its output, and that reasoning and its result are both present.
 * @throws {Refusal}
 */
export function checkItemLinks(
  items: readonly JsonObject[],
  { memory, isStored }: { memory: ResponsesMemory; isStored: boolean },
): void {
  checkIds(items)
  for (const pair of PAIRS) checkPair(items, pair)
  for (const [index, item] of items.entries()) {
    if (item.type === 'reasoning') checkFollowing(items, index, { memory, isStored })
    else checkPreceding(items, index, memory)
  }
}

function checkIds(items: readonly JsonObject[]): void {
  const seen = new Set<unknown>()
  for (const [index, { id, type = 'message' }] of items.entries()) {
    if (typeof id !== 'string') continue
    const prefix = ID_PREFIXES[String(type)] ?? ''
    if (!id.startsWith(prefix)) {
      const message = `Invalid 'input[${index}].id': '${id}'. Expected an ID that begins with '${prefix}'.`
      throw new Refusal(message, { param: `input[${index}].id`, code: 'invalid_value' })
    }
    if (seen.has(id)) throw refused(`Duplicate item found with id ${id}. Remove duplicate items from your input.`)
    seen.add(id)
  }
}

function checkPair(items: readonly JsonObject[], { call, output }: { call: string; output: string }): void {
  const open = new Map<unknown, boolean>()
  for (const { type, call_id: id, async: isAsync } of items) {
    if (type === call) open.set(id, isAsync === true)
    if (type === output && !open.delete(id)) {
      throw refused(
        `No tool call found for ${output.replaceAll('_', ' ').replace('output', 'output')} with call_id ${id}.`,
      )
    }
  }
  for (const [id, isAsync] of open)
    if (!isAsync) throw refused(`No tool output found for ${call.replaceAll('_', ' ')} ${id}.`)
}

/** An id of reasoning requires its result behind it. Reasoning without encrypted content must be stored. */
function checkFollowing(
  items: readonly JsonObject[],
  index: number,
  { memory, isStored }: { memory: ResponsesMemory; isStored: boolean },
): void {
  const { id, encrypted_content: seal } = items[index]!
  if (typeof seal !== 'string' && !(isStored && memory.items.has(String(id)))) throw notFound(String(id))
  if (typeof id !== 'string') return
  const next = items[index + 1]
  const isMade =
    next !== undefined && !String(next.type).endsWith('_output') && (next.role ?? 'assistant') === 'assistant'
  if (!isMade) throw refused(`Item '${id}' of type 'reasoning' was provided without its required following item.`)
}

/** A result of reasoning that still has its id needs the reasoning before it. */
function checkPreceding(items: readonly JsonObject[], index: number, { reasoningOf }: ResponsesMemory): void {
  const { id, type = 'message' } = items[index]!
  const reasoning = typeof id === 'string' ? reasoningOf.get(id) : undefined
  if (reasoning === undefined || items.slice(0, index).some((item) => item.id === reasoning)) return
  throw refused(`Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${reasoning}'.`)
}

/** The provider's error for an item that is not stored. */
export function notFound(id: string): Refusal {
  return new Refusal(
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    { status: 404, param: 'input' },
  )
}

function refused(message: string): Refusal {
  return new Refusal(message, { param: 'input' })
}
