import { describe, expect, test } from 'vitest'
import type { JsonObject } from './json-object.ts'
import { createResponsesMemory } from './responses-memory.ts'
import { checkResponses } from './responses-rules.ts'

const user = (content: unknown): JsonObject => ({ role: 'user', content })
const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }
const output = { type: 'function_call_output', call_id: 'call_1', output: 'x' }

function refusalOf(input: unknown, more: object = {}, memory = createResponsesMemory()): string | undefined {
  try {
    checkResponses({ model: 'gpt-5', input, ...more }, memory)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('the stand-in for the Responses API', () => {
  test('accepts results anywhere after their calls', () => {
    const other = { ...call, call_id: 'call_2' }
    const items = [user('a'), call, other, { ...output, call_id: 'call_2' }, user('b'), output]
    expect(refusalOf(items)).toBeUndefined()
    expect(refusalOf('a')).toBeUndefined()
  })

  test.each<[string, unknown, object]>([
    ['No tool output found for function call call_1.', [user('a'), call], {}],
    ['No tool call found for function call output with call_id call_1.', [user('a'), output], {}],
    [
      "Invalid 'input[1].id': 'x'. Expected an ID that begins with 'fc'.",
      [user('a'), { ...call, id: 'x' }, output],
      {},
    ],
    [
      'Duplicate item found with id fc_1. Remove duplicate items from your input.',
      [user('a'), { ...call, id: 'fc_1' }, { ...output, id: 'fc_1' }],
      {},
    ],
    ["Previous response with id 'resp_9' not found.", [user('a')], { previous_response_id: 'resp_9' }],
    ["Missing required parameter: 'input'.", undefined, {}],
  ])('says: %s', (message, input, more) => {
    expect(refusalOf(input, more)).toBe(message)
  })

  test('refuses reasoning without its result, and a result whose id requires its reasoning', () => {
    const memory = createResponsesMemory()
    memory.reasoningOf.set('msg_1', 'rs_1')
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: memory.seal('') }
    const answer = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'b' }] }
    const { id: _, ...unlabelled } = answer
    expect(refusalOf([user('a'), reasoning, answer], {}, memory)).toBeUndefined()
    expect(refusalOf([user('a'), unlabelled], {}, memory)).toBeUndefined()
    expect(refusalOf([user('a'), answer], {}, memory)).toBe(
      "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'.",
    )
    expect(refusalOf([user('a'), reasoning, user('b')], {}, memory)).toBe(
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    )
  })

  test('refuses forged content and unknown ids, and accepts stored items by their id alone', () => {
    const memory = createResponsesMemory()
    const sealed = { type: 'reasoning', summary: [], encrypted_content: 'forged' }
    expect(refusalOf([user('a'), sealed, call, output], {}, memory)).toMatch(
      /^The encrypted content could not be verified/,
    )
    expect(
      refusalOf([user('a'), { type: 'reasoning', id: 'rs_1', summary: [] }, call, output], { store: false }),
    ).toMatch(/^Item with id 'rs_1' not found/)
    expect(refusalOf([user('a'), { id: 'msg_1' }])).toMatch(/^Item with id 'msg_1' not found/)
    memory.items.set('msg_1', { type: 'message', id: 'msg_1', role: 'assistant', content: 'b' })
    expect(refusalOf([user('a'), { id: 'msg_1' }], {}, memory)).toBeUndefined()
  })

  test('omits reasoning on newer models if its prefix has changed', () => {
    const memory = createResponsesMemory()
    const read = (model: string, input: readonly object[]) => checkResponses({ model, input }, memory)
    const made = read('gpt-5.6', [user('a')])
    const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: memory.seal(made.prefix) }
    const rest = [sealed, { ...call, id: 'fc_1' }, output]
    const removed = { id: 'rs_1', type: 'reasoning', action: 'removed', reason: 'prefix_mismatch' }
    expect(read('gpt-5.6', [user('a'), ...rest]).transformations).toEqual([])
    expect(read('gpt-5.6', [user('A'), ...rest]).transformations).toEqual([removed])
    expect(read('gpt-5.5', [user('A'), ...rest]).transformations).toEqual([])
  })
})
