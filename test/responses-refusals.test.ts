import { afterEach, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { ask } from './harness/responses-client.ts'
import { said, turnsOf, user } from './harness/responses-items.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const dialogue = createDialogue(41)

let standIn: StandIn
let pleat: Pleat
afterEach(async () => {
  await pleat.close()
  await standIn.close()
})

describe('a provider that refuses a rewritten request', () => {
  test.each([
    'No tool output found for function call call_7.',
    'No tool call found for function call output with call_id call_7.',
    "Item 'rs_7' of type 'reasoning' was provided without its required following item.",
    "Item 'fc_7' of type 'function_call' was provided without its required 'reasoning' item: 'rs_7'.",
    "Invalid 'input[3].id': 'x7'. Expected an ID that begins with 'fc'.",
    'Duplicate item found with id fc_7. Remove duplicate items from your input.',
  ])('gets the original once, and the session is no longer folded: %s', async (message) => {
    standIn = await startStandIn({
      answer: (_kind, body) =>
        JSON.stringify(body.input).includes('[Record') ? { status: 400, error: { message } } : { text: 'Well.' },
    })
    pleat = await startPleat({ providerUrl: standIn.url })
    const input = turnsOf(dialogue, 1, 14)
    const headers = { 'x-session-id': 'refused' }
    for (const turn of [15, 16]) {
      input.push(user(dialogue.question(turn)))
      const before = standIn.requests.length
      const { given, response, savings } = await ask(input, { url: pleat.url, key: pleat.key, headers })
      input.push(said(dialogue.answer(turn)))
      expect([response.status, savings.saved, savings.compression]).toEqual([200, 0, 'refused-by-provider'])
      expect(standIn.requests.length - before).toBe(turn === 15 ? 2 : 1)
      expect(standIn.requests.at(-1)!.body.toString('utf8')).toBe(given)
    }
  })
})
