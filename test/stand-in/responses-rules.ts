import { isObject, type JsonObject, typeName } from './json-object.ts'
import { Refusal } from './refusal.ts'
import { checkReasoning, type Transformation } from './responses-binding.ts'
import { checkItemLinks, notFound } from './responses-links.ts'
import { InputHash, type ResponsesMemory } from './responses-memory.ts'

/** The part of a request that the model reads. */
export interface ReadInput {
  readonly items: readonly JsonObject[]
  /** Its hash, to which the reasoning of the response is bound. */
  readonly prefix: string
  readonly transformations: readonly Transformation[]
}

const ROLES = ['system', 'developer', 'user', 'assistant']
const PARTS_OF_ROLE: Readonly<Record<string, readonly string[]>> = {
  system: ['input_text'],
  developer: ['input_text'],
  user: ['input_text', 'input_image', 'input_file', 'input_audio'],
  assistant: ['output_text', 'refusal'],
}
const MAX_BREAKPOINTS = 4

/**
 * Checks a body by the rules of the Responses API, and returns the part that the model reads.
 * @throws {Refusal}
 */
export function checkResponses(body: unknown, memory: ResponsesMemory): ReadInput {
  if (!isObject(body)) throw new Refusal('We could not parse the JSON body of your request. The API expects an object.')
  const { model, input, previous_response_id: previousId } = body
  if (typeof model !== 'string') throw missing('model')
  const before = previousId === undefined || previousId === null ? [] : chainOf(String(previousId), memory)
  const given = itemsOf(input, previousId)
  for (const [index, item] of given.entries()) checkItem(item, `input[${index}]`)
  const items = [...before, ...given.map((item) => resolve(item, memory))]
  checkItemLinks(items, { memory, isStored: body.store !== false })
  checkFormat(body, items)
  const breakpoints = JSON.stringify(input).match(/"prompt_cache_breakpoint":\{/g)?.length ?? 0
  if (breakpoints > MAX_BREAKPOINTS) throw new Refusal(`At most ${MAX_BREAKPOINTS} cache breakpoints are allowed.`)
  const { read, transformations } = checkReasoning(body, items, memory)
  const hash = new InputHash(body)
  for (const item of read) hash.add(item)
  return { items, prefix: hash.value, transformations }
}

function chainOf(id: string, { responses }: ResponsesMemory): readonly JsonObject[] {
  const stored = responses.get(id)
  if (stored) return stored.items
  const options = { param: 'previous_response_id', code: 'previous_response_not_found' }
  throw new Refusal(`Previous response with id '${id}' not found.`, options)
}

function itemsOf(input: unknown, previousId: unknown): readonly JsonObject[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  if (input === undefined && previousId !== undefined) return []
  if (input === undefined) throw missing('input')
  if (!Array.isArray(input)) throw wrongType('input', 'a string or an array of items', input)
  if (input.length === 0) throw new Refusal("Invalid 'input': empty array.", { param: 'input', code: 'empty_array' })
  return input as readonly JsonObject[]
}

function checkItem(item: unknown, path: string): void {
  if (!isObject(item)) throw wrongType(path, 'an object', item)
  const { role, content, type = role === undefined ? 'item_reference' : 'message' } = item
  if (type !== 'message') return
  if (!ROLES.includes(String(role))) {
    throw new Refusal(`Invalid value: '${role}'.`, { param: `${path}.role`, code: 'invalid_value' })
  }
  if (typeof content === 'string') {
    checkText(content, String(role), `${path}.content`)
    return
  }
  if (!Array.isArray(content)) throw wrongType(`${path}.content`, 'a string or an array of parts', content)
  const allowed = PARTS_OF_ROLE[String(role)]!
  for (const [index, part] of content.entries()) {
    const partPath = `${path}.content[${index}]`
    if (!isObject(part) || !allowed.includes(String(part.type))) {
      const values = allowed.map((value) => `'${value}'`).join(', ')
      const message = `Invalid value: '${isObject(part) ? part.type : part}'. Supported values are: ${values}.`
      throw new Refusal(message, { param: partPath, code: 'invalid_value' })
    }
    if (part.text !== undefined) checkText(part.text, String(role), `${partPath}.text`)
  }
}

function checkText(text: unknown, role: string, path: string): void {
  if (typeof text !== 'string') throw wrongType(path, 'a string', text)
  if (role === 'user' && text.trim() === '') throw new Refusal(`Invalid '${path}': empty string.`, { param: path })
}

/** Replaces a reference with the stored item. */
function resolve(item: JsonObject, { items }: ResponsesMemory): JsonObject {
  const isReference = item.type === 'item_reference' || (item.type === undefined && item.role === undefined)
  if (!isReference) return item
  const stored = items.get(String(item.id))
  if (stored) return stored
  throw notFound(String(item.id))
}

function checkFormat({ text }: JsonObject, items: readonly JsonObject[]): void {
  const format = isObject(text) ? text.format : undefined
  if (!isObject(format) || format.type !== 'json_object' || /json/i.test(JSON.stringify(items))) return
  const message =
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'."
  throw new Refusal(message, { param: 'input' })
}

function missing(path: string): Refusal {
  return new Refusal(`Missing required parameter: '${path}'.`, { param: path, code: 'missing_required_parameter' })
}

function wrongType(path: string, expected: string, value: unknown): Refusal {
  const message = `Invalid type for '${path}': expected ${expected}, but got ${typeName(value)} instead.`
  return new Refusal(message, { param: path, code: 'invalid_type' })
}
